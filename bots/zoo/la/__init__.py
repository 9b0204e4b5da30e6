"""LA Diplomat of Shapiro, Fuchs and Levinson: patterns of orders with learnt weights."""
