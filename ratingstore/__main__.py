"""``python -m ratingstore``: the same program as ``ratingstore``."""

import sys

from ratingstore.cli import main

if __name__ == "__main__":
    sys.exit(main())
