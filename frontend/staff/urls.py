"""The addresses of the staff."""

from typing import Final

from django.urls import URLPattern, path

from frontend.staff import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("staff/", views.board, name="staff"),
    path("staff/reports/<int:number>/", views.report, name="staff_report"),
    path("staff/sanctions/", views.sanction, name="staff_sanction"),
    path("staff/sanctions/<int:number>/lift/", views.lift, name="staff_lift"),
]
