"""Makes datasets: plans, words, proves and writes one block after the other, on any number of processes."""
