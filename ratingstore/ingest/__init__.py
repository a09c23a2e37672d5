"""From a file to the log: readers make facts, matching makes event rows, one transaction commits them."""
