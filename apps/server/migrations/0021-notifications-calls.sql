-- What its reader said by the keys of a phone, each once: a request that the provider repeats changes nothing.
ALTER TABLE delivery ADD COLUMN answers text[] NOT NULL DEFAULT '{}'
  CHECK (answers <@ ARRAY['ACKNOWLEDGE', 'MUTE']);

-- Calls that nobody took, by the provider's names. Each is over: it is not the call that is made after it, and what is
-- still told of it is not about that one.
ALTER TABLE delivery ADD COLUMN ended_ids text[] NOT NULL DEFAULT '{}';
-- The attempt that made the newest of them: what became of it, and of all before it, is known.
ALTER TABLE delivery ADD COLUMN ended_attempts integer NOT NULL DEFAULT 0;
CREATE INDEX delivery_ended ON delivery USING gin (ended_ids) WHERE ended_ids <> '{}';

-- When the provider is asked what became of it, where it does not tell; NULL: it is not asked (any more).
ALTER TABLE delivery ADD COLUMN ask_at timestamptz;
ALTER TABLE delivery ADD COLUMN asks integer NOT NULL DEFAULT 0;
CREATE INDEX delivery_ask ON delivery (ask_at) WHERE ask_at IS NOT NULL;
UPDATE delivery SET ask_at = now()
WHERE state = 'SENT' AND channel IN ('sms', 'voice') AND provider_id IS NOT NULL
  AND updated_at > now() - interval '4 hours';
