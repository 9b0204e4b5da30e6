"""Static files under hashed names, ES modules that import each other included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

__all__ = ["HashedStaticFiles"]


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed and compressed copies; also rewrites `import ... from "./other.js"` inside modules."""

    support_js_module_import_aggregation = True
