"""The Bayesian Relation Network: a DAG of (class, attribute) nodes, sampled ancestrally and vectorised, with exact inference."""
