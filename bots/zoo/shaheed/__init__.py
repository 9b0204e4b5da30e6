"""Shaheed's Diplomat: clusters of units, supports traded for IOUs, lies that pay."""
