"""The slow second calculation for lists that come out on dates, as FIDE's do.

It reads the rule sets' files itself, in fractions, and knows nothing of how the product does.
"""
