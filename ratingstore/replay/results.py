"""Which result of a game is rated: that of the board, or what the standings count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ratingstore.replay import agenda, derive
from ratingstore.replay.choice import Adopted
from ratingstore.replay.derive import RatedGames, Tournaments
from ratingstore.store.read import PENDING, Log


def rated_games(log: Log, of: Tournaments, adopted: Sequence[Adopted], reaches: int = 0) -> RatedGames:
    """The list's games that can be rated, each with the result that its rule set rates.

    ``reaches``: see ``derive.rated_games``.
    """
    games = derive.rated_games(log, of, reaches)
    by_standings = [at for at, one in enumerate(adopted) if one.rules.score.result == "standings"]
    if not by_standings or not len(games):
        return games
    row = np.searchsorted(log.games.root, games.root)
    white, black = log.games.standings_white[row], log.games.standings_black[row]
    counted = np.isin(agenda.rated_by_adoption(games, of, adopted), by_standings) & (white != PENDING)
    return replace(
        games,
        white_half=np.where(counted, white, games.white_half),
        black_half=np.where(counted, black, games.black_half),
    )
