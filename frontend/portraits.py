"""Pictures of bots, by the names they have in a game (`bots.persons`)."""

from django.templatetags.static import static

__all__ = ["face_url"]


def face_url(name: str) -> str:
    """The address of the picture of the bot of this name; "" for no name."""
    return static(f"persons/{name.lower()}.svg") if name else ""
