; inherits: sql
