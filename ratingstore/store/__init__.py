"""The only place with SQLAlchemy and SQL: tables, append, columns, chain, guards, engines."""
