"""A slow second calculation of every list, to judge the product by.

Written from the rules alone, in exact fractions over plain lists and dicts, so that an officer can
follow it with a pencil. It shares no code with the product and knows nothing of how that works.
"""
