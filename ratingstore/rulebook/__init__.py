"""The rulebook: reads rule-set files, refuses what it does not understand, and knows the shipped ones.

``loader.load`` turns a file's text into a :class:`ratingstore.rules.ruleset.RuleSet`, ``loader.digest``
names a text for ever; ``catalogue`` finds the shipped rule sets and calendars and a club's own file;
``describe.describe`` lists every value with its source. ``data/`` holds one file a version.

How a file is read: keys are the words of the record's fields. Ratings, steps and caps are written in
points, scores in points of a game, K in whole numbers, dates as dates. Entries of a list count from 1
in key paths (``k.bands[2].high``).
"""
