-- A contact is a user's or a team's.
ALTER TABLE user_contact ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE user_contact ADD COLUMN team_id integer REFERENCES team (id) ON DELETE CASCADE;
ALTER TABLE user_contact ADD CONSTRAINT user_contact_owner CHECK (num_nonnulls(user_id, team_id) = 1);
CREATE INDEX user_contact_team ON user_contact (team_id) WHERE team_id IS NOT NULL;
