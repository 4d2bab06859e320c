-- Peer ids that the operator of the site has taken from users: none of their tokens gets one back without its key.
CREATE TABLE bridge_release (
  peer_id text NOT NULL,
  user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  released_at timestamptz NOT NULL,
  PRIMARY KEY (peer_id, user_id)
);
CREATE INDEX bridge_release_of_user ON bridge_release (user_id);
INSERT INTO bridge_release (peer_id, user_id, released_at)
SELECT DISTINCT peer_id, user_id, statement_timestamp() FROM bridge_token WHERE is_released AND peer_id IS NOT NULL;

-- Whoever has the token has shown the key of its peer id.
ALTER TABLE bridge_token ADD COLUMN is_proven boolean NOT NULL DEFAULT false;
