-- What is told of a bridge: its row of then, and the peer id under which entries on it are kept.
ALTER TABLE alert ADD COLUMN bridge_id integer;
ALTER TABLE alert ADD COLUMN bridge_key text;
ALTER TABLE alert ADD CONSTRAINT alert_one_target CHECK (bridge_id IS NULL OR (validator_id IS NULL AND bridge_key IS NOT NULL));
