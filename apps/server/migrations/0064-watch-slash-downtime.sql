-- expand
-- What the chain takes from a delegation where its validator is jailed for downtime, as a decimal fraction.
ALTER TABLE watch_network ADD COLUMN slash_downtime text;
