"""What a club's rating director was promised, tried from outside through the command line."""
