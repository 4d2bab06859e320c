-- expand
-- The first alert of the incident that an alert is a step of: the history and the number beside it are of incidents. Null: it is the
-- first itself, or was written before this was kept.
ALTER TABLE alert ADD COLUMN incident_id bigint;
