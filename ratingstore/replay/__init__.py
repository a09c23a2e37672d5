"""The fold: derives what the log implies, cuts it into units, calls the rule sets, keeps the trace."""
