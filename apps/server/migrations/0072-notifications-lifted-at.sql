-- expand
-- When a call ended that somebody took and pressed no key in. Its number has peace for a while then.
ALTER TABLE delivery ADD COLUMN lifted_at timestamptz;
CREATE INDEX delivery_lifted ON delivery (recipient, lifted_at) WHERE lifted_at IS NOT NULL;
