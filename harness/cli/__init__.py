"""The command line: the one room that prints. One command a file; ``main`` lists them."""
