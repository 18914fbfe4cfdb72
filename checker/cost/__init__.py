"""What programs cost: exact instruction counts, as a whole and for every source line."""
