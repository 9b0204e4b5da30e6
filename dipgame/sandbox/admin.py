"""Studies in the admin: staff read them and take them away."""

from django.contrib import admin
from django.http import HttpRequest

from dipgame.sandbox.models import Study


@admin.register(Study)
class StudyAdmin(admin.ModelAdmin):
    """Studies, the newest first; their content is their owners'."""

    list_display = ("title", "owner", "is_public", "changed_at")
    list_select_related = ("owner",)
    list_filter = ("is_public",)
    search_fields = ("title",)
    ordering = ("-id",)
    show_full_result_count = False
    fields = ("title", "is_public")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
