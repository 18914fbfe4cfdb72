"""Wrong versions of the differentiator, and which check catches each."""
