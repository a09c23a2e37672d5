"""What is stored of the fold for reading: changes of each list, brought up to the head of the log."""
