"""LA Diplomat of Shapiro, Fuchs and Levinson."""
