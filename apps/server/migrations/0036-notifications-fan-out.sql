-- A message to a million readers is a million rows, and each index of theirs costs as much as the row. What makes a row
-- of a fan-out one of its kind are the columns that its key was written from; only the others keep a key of their own.
ALTER TABLE delivery ALTER COLUMN dedupe_key DROP NOT NULL;
ALTER TABLE delivery DROP CONSTRAINT delivery_dedupe_key_key;
CREATE UNIQUE INDEX delivery_dedupe ON delivery (dedupe_key) WHERE dedupe_key IS NOT NULL;
DROP INDEX delivery_reference;
CREATE UNIQUE INDEX delivery_reference ON delivery (user_id, reference, kind, channel, recipient) WHERE reference IS NOT NULL;
-- Ids rise with time: what is old enough to be forgotten is found from the oldest id on.
DROP INDEX delivery_alert_age;
