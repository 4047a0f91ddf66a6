"""An engine that starts at once, with a door that does what the tests of the runtime need done."""
