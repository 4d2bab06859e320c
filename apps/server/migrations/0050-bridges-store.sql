-- Where bridges push to a Prometheus-compatible store (ROUNDSMAN_BRIDGES_URL): up to when it was last seen to have
-- everything, and since when it has had everything without a hole; Unix milliseconds. null: never.
ALTER TABLE bridge_network ADD COLUMN store_at bigint, ADD COLUMN store_since bigint;
