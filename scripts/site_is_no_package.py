"""Refuse to install this folder, and name the packages in it."""

MESSAGE = """
This folder is the site of DipGame, which runs from where it stands and is no package: `make play` serves it.
What can be installed from it are its libraries:
    pip install ./adjudication                  the rules: orders read, adjudicated, and explained
    pip install ./adjudication ./negotiation    and the language in which powers make deals
    pip install "./adjudication[kernel]"        the rules for thousands of order sets at a time
    pip install ./adjudication ./negotiation ./bots "./clients/python[bots]"
                                                and a client that runs your bots on a site
"""


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:
    """Exit with instructions; pip calls this first."""
    raise SystemExit(MESSAGE)


get_requires_for_build_editable = get_requires_for_build_sdist = get_requires_for_build_wheel


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """Exit with the same message; for tools that build at once."""
    raise SystemExit(MESSAGE)


build_editable = build_sdist = build_wheel
