-- How much of what a provider takes of a credential in a time is used, for all processes. Times are Unix milliseconds by
-- the database's clock, with fractions: a tenth of a second may be several messages.
CREATE TABLE credential_bucket (
  -- The channel, and a keyed hash: of a bot, of a webhook's address, of a key.
  key text PRIMARY KEY,
  -- What was sent so far is worth the time until then, at the provider's rate.
  used_until float8 NOT NULL DEFAULT 0,
  -- The turns of what waits: of what goes first, and of the rest.
  urgent_until float8 NOT NULL DEFAULT 0,
  other_until float8 NOT NULL DEFAULT 0,
  -- Until when its provider asked to be left alone.
  closed_until float8 NOT NULL DEFAULT 0
);
