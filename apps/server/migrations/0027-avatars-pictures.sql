-- Pictures of validators, which the server fetches from keybase and serves itself: a visitor's browser never asks
-- another site. Times are Unix milliseconds by the database's clock.
CREATE TABLE validator_avatar (
  -- The identity of validators on chain: the last 16 hex digits of the fingerprint of a key, in capitals.
  key_suffix text PRIMARY KEY,
  -- When a validator last had it, to about a day.
  wanted_at bigint NOT NULL,
  -- When keybase is asked about it next.
  next_at bigint NOT NULL,
  -- Answers in a row that there is no picture, and questions in a row that failed.
  absences integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  -- SHA-256 of the picture, base64url; without a picture both are null.
  digest text,
  webp bytea CHECK (octet_length(webp) <= 16384),
  CHECK ((digest IS NULL) = (webp IS NULL))
);
CREATE INDEX validator_avatar_due ON validator_avatar (next_at);
CREATE INDEX validator_avatar_digest ON validator_avatar (digest) WHERE digest IS NOT NULL;

-- Whose turn it is to ask: one process at a time, and nobody before `next_at`.
CREATE TABLE avatar_turn (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  next_at bigint NOT NULL,
  failures integer NOT NULL DEFAULT 0
);
