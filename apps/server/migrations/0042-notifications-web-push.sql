-- The key pair by which push services know this site: made once, since each browser subscribes with it for good.
CREATE TABLE web_push_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL
);
