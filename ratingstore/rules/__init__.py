"""The rules: expected scores, K, caps, first ratings, rounding. Pure functions over a unit's arrays.

No database, file, clock, locale or click. Ratings are integers in hundredths of a point,
expected scores and values of lines in millionths, so that every machine gives the same bytes.
"""
