-- What is sent first: codes and account mail, then CRITICAL alerts, then the rest. Each lane of a channel is worked off
-- by itself, so that a storm in one delays nothing in another.
ALTER TABLE delivery ADD COLUMN lane text NOT NULL DEFAULT 'account'
  CHECK (lane IN ('account', 'critical', 'other'));
UPDATE delivery SET lane = 'other' WHERE purpose = 'alert';
ALTER TABLE delivery ALTER COLUMN lane DROP DEFAULT;

-- What happened, in place of a sealed text: whoever owns the kind composes the text when the row is claimed, so that a
-- million rows are one INSERT … SELECT.
ALTER TABLE delivery ADD COLUMN kind text;
ALTER TABLE delivery ADD COLUMN reference text;
ALTER TABLE delivery ADD CHECK ((kind IS NULL) = (reference IS NULL));

-- When it was counted against the budget of its user and of the site; NULL: it was not, or costs nothing.
ALTER TABLE delivery ADD COLUMN spent_at timestamptz;
UPDATE delivery SET spent_at = created_at WHERE channel IN ('sms', 'voice') AND state <> 'SUPPRESSED';
CREATE INDEX delivery_spent_user ON delivery (channel, user_id, spent_at) WHERE spent_at IS NOT NULL;
CREATE INDEX delivery_spent ON delivery (channel, spent_at) WHERE spent_at IS NOT NULL;

DROP INDEX delivery_queued;
DROP INDEX delivery_sending;
CREATE INDEX delivery_queued ON delivery (channel, lane, due_at, id) WHERE state = 'QUEUED';
CREATE INDEX delivery_sending ON delivery (channel, lane, lease_until) WHERE state = 'SENDING';

-- A message of a provider belongs to one delivery. Where two had taken the same for theirs, the older one keeps it.
DROP INDEX delivery_provider;
UPDATE delivery AS later SET provider_id = NULL
WHERE EXISTS (
  SELECT 1 FROM delivery AS earlier
  WHERE earlier.channel = later.channel AND earlier.provider_id = later.provider_id AND earlier.id < later.id
);
CREATE UNIQUE INDEX delivery_provider ON delivery (channel, provider_id) WHERE provider_id IS NOT NULL;
-- Whether another delivery to the same number may have made a call that nobody knows of.
CREATE INDEX delivery_unknown ON delivery (channel, recipient) WHERE provider_id IS NULL AND attempts > 0;
