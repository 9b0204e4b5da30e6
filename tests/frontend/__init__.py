import tests.ready  # noqa: F401 - before the folder's conftest, which names models
