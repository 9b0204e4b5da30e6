"""Where things are: the admin, accounts by allauth, everything else by the frontend."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("", include("frontend.urls")),
]

handler400 = "frontend.views.shell.bad_request"
handler403 = "frontend.views.shell.forbidden"
handler404 = "frontend.views.shell.not_found"
handler500 = "frontend.views.shell.server_error"
