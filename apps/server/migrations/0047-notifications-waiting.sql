-- A row that waits for the end of its reader's quiet hours: until when, and what it makes one message with. Kept when it is
-- sent, since what has waited is told only if it is still so.
ALTER TABLE delivery ADD COLUMN waits_until timestamptz;
ALTER TABLE delivery ADD COLUMN waits_beside text;
CREATE INDEX delivery_waits ON delivery (user_id) WHERE waits_until IS NOT NULL AND state = 'QUEUED';
