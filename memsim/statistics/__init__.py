"""What a set is like in numbers: its sizes, how varied its profiles are, how varied its messages."""
