"""Draw the protocols: `python -m tools.talk.draw_protocols > docs/protocols.md`."""

from negotiation.protocols import PROTOCOLS, Protocol, Row

__all__ = ["page", "protocol_section"]

_HEAD = """# Protocols: what may be said when

A game has one protocol, `talk` where nobody chose another. It governs the talk of each pair of powers; under
`talk` each proposal is a dialogue of its own. A new phase begins a new round of talk (the figures' tmax). An
utterance that is refused is answered with the rule and with what may be said now.

This page is drawn from the tables in `negotiation/protocols.py` by `python -m tools.talk.draw_protocols`.
"""
_WHO = {"either": "", "proposer": " (who proposed)", "other": " (who was asked)"}


def page() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *(protocol_section(protocol) for protocol in PROTOCOLS.values())])


def protocol_section(protocol: Protocol) -> str:
    """A heading, a state diagram and the rules that a refusal quotes."""
    lines = [f"## {protocol.name}", "", f"{protocol.title}.", "", "```mermaid", "stateDiagram-v2"]
    lines.append(f"    [*] --> {protocol.rows[0].state}")
    for (state, following), rows in _edges(protocol).items():
        acts = ", ".join(f"{row.act}{_WHO[row.who]}" for row in rows)
        lines.append(f"    {state} --> {following}: {acts}")
    lines += ["```", "", "| state | act | who | next state |", "|---|---|---|---|"]
    lines += [f"| {row.state} | {row.act} | {row.who} | {row.next} |" for row in protocol.rows]
    if protocol.rules:
        lines += ["", "Refusals:", ""]
        for (state, act), rule in protocol.rules.items():
            place = "anything else" if state == "*" else f"{act} when {state}"
            lines.append(f"- {place}: {rule}")
    return "\n".join(lines) + "\n"


def _edges(protocol: Protocol) -> dict[tuple[str, str], list[Row]]:
    edges: dict[tuple[str, str], list[Row]] = {}
    for row in protocol.rows:
        edges.setdefault((row.state, row.next), []).append(row)
    return edges


if __name__ == "__main__":
    print(page(), end="")
