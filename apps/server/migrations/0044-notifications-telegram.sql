-- Links by which chats at Telegram are found: good for ten minutes, once.
CREATE TABLE telegram_link (
  contact_id integer PRIMARY KEY REFERENCES user_contact (id) ON DELETE CASCADE,
  -- SHA-256 of what the link carries.
  code_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  -- The chat that came by it.
  used_by text
);
CREATE INDEX telegram_link_expires ON telegram_link (expires_at);
-- How far the updates of a bot were worked off.
CREATE TABLE telegram_updates (
  bot text PRIMARY KEY,
  next_update bigint NOT NULL,
  at timestamptz NOT NULL
);
