"""Sign-up, sign-in and passwords; what they do is allauth's."""
