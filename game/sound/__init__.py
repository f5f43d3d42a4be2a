"""What is heard: short effects made by this project, and which event of a level plays which of them."""
