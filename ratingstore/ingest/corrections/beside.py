"""What a correction changes beside the log: what codes mean, whose the ids of owners are.

It is kept in a remark of the correction, erasable as the codes are, so that it can be taken back.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from ratingstore.ingest.corrections.mending import Mending
from ratingstore.ingest.corrections.refused import Refused
from ratingstore.store import versions

KIND = "beside"
Aliases = dict[tuple[str, int], int | None]
Ids = dict[tuple[str, str], int]


def handed_over(mending: Mending, player: int, into: int) -> tuple[Aliases, Ids]:
    """All codes and ids that mean a player, as another's."""
    draft = mending.draft
    aliases: Aliases = {(mending.code(player), 0): into}
    for code, since in draft.aliases.items():
        aliases |= {(code, day): into for day, number in since if number == player}
    ids = {owner: into for owner, number in draft.owner_ids.items() if number == player}
    return aliases, ids


def change(mending: Mending, aliases: Aliases, ids: Ids) -> None:
    """Draft the changes, and the remark that tells what was before and what is after."""
    draft = mending.draft
    before = {
        "aliases": [[*key, dict(draft.aliases.get(key[0], ())).get(key[1])] for key in aliases],
        "ids": [[*owner, draft.owner_ids[owner]] for owner in ids],
    }
    after = {
        "aliases": [[*key, player] for key, player in aliases.items()],
        "ids": [[*owner, player] for owner, player in ids.items()],
    }
    for (code, day), player in aliases.items():
        draft.alias(code, day, player)
    for owner, player in ids.items():
        draft.move_id(owner, player)
    draft.remark(KIND, json.dumps({"before": before, "after": after}, ensure_ascii=False), "admin_event")


def put_back(mending: Mending, positions: Sequence[int]) -> bool:
    """Draft that what the events at these positions changed is as before them; whether there was something.

    Refused where the words that tell it were erased, or where a later correction changed the same.
    """
    found = False
    for text in list(versions.remarks(mending.connection, KIND, positions)):
        if text is None:
            raise Refused("RS109", "position", position=positions[0])
        said = json.loads(text)
        _expect(mending, said["after"], positions[0])
        aliases: Aliases = {(code, day): player for code, day, player in said["before"]["aliases"]}
        ids: Ids = {(scheme, value): player for scheme, value, player in said["before"]["ids"]}
        change(mending, aliases, ids)
        found = True
    return found


def _expect(mending: Mending, after: dict[str, list[list[object]]], position: int) -> None:
    """Refused where codes or ids do not mean what the correction let them mean."""
    draft = mending.draft
    changed = [
        code
        for code, day, player in after["aliases"]
        if dict(draft.aliases.get(str(code), ())).get(int(str(day))) != player
    ]
    changed += [
        f"{scheme}:{value}"
        for scheme, value, player in after["ids"]
        if draft.owner_ids.get((str(scheme), str(value))) != player
    ]
    if changed:
        raise Refused("RS110", "position", position=position, codes=", ".join(map(str, changed)))
