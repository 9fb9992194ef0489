"""Special units: self-propelled guns, spotters and tank commanders."""
