"""How well feet stand: measured tick by tick, judged against budgets."""
