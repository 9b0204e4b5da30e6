"""People in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import BaseUserCreationForm

from dipgame.accounts.models import User


class NewPersonForm(BaseUserCreationForm):
    class Meta:
        model = User
        fields = ("email", "name")


@admin.register(User)
class PersonAdmin(UserAdmin):
    """People by name; passwords can be set, never read."""

    add_form = NewPersonForm
    list_display = ("name", "email", "date_joined", "last_login", "is_staff", "is_active")
    list_filter = ("is_staff", "is_active")
    search_fields = ("name", "email")
    ordering = ("name",)
    readonly_fields = ("date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("email", "name", "password")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("date_joined", "last_login")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "name", "password1", "password2")}),)
