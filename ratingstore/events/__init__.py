"""What the log holds: facts as files state them, event rows, canonical bytes. Pure."""
