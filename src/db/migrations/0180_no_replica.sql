-- Nodes no longer read from a replica.
ALTER TABLE node_statuses DROP COLUMN replica_lag_seconds, DROP COLUMN is_replica_left_out;
