"""Addresses: the admin, accounts by allauth, everything else by the frontend."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

# The staff sign in like everybody: one door, one count of wrong passwords.
admin.autodiscover()
admin.site.enable_nav_sidebar = False  # The lists are wide.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("admin/", admin.site.urls),
    # Before allauth: a few of its pages are ours, under the same names.
    path("", include("frontend.urls")),
    path("accounts/", include("allauth.urls")),
]

handler400 = "frontend.shell.views.bad_request"
handler403 = "frontend.shell.views.forbidden"
handler404 = "frontend.shell.views.not_found"
handler500 = "frontend.shell.views.server_error"
