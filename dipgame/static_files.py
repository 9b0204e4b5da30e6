"""Static files under hashed names, ES modules that import each other included."""

from collections.abc import Iterable, Iterator

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage

__all__ = ["HashedStaticFiles"]


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed and compressed copies; also rewrites `import ... from "./other.js"` inside modules."""

    support_js_module_import_aggregation = True

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Packed copies, unless COMPRESS_STATIC=0 says that no line is slow."""
        if settings.COMPRESS_STATIC:
            yield from super().compress_files(paths)
