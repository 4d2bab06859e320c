-- A token, with its bridge, is a user's or a team's; and so is what the operator of the site took a peer id from.
ALTER TABLE bridge_token ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE bridge_token ADD COLUMN team_id integer REFERENCES team (id) ON DELETE CASCADE;
ALTER TABLE bridge_token ADD CONSTRAINT bridge_token_owner CHECK (num_nonnulls(user_id, team_id) = 1);
CREATE INDEX bridge_token_of_team ON bridge_token (team_id, network_id) WHERE team_id IS NOT NULL;
ALTER TABLE bridge_release DROP CONSTRAINT bridge_release_pkey;
ALTER TABLE bridge_release ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE bridge_release ADD COLUMN team_id integer REFERENCES team (id) ON DELETE CASCADE;
ALTER TABLE bridge_release ADD CONSTRAINT bridge_release_once UNIQUE NULLS NOT DISTINCT (peer_id, user_id, team_id);
CREATE INDEX bridge_release_of_team ON bridge_release (team_id) WHERE team_id IS NOT NULL;
