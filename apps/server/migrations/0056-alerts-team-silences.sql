-- Planned work of a team has no user, but somebody who made it. It holds back what members get through the team.
ALTER TABLE alert_silence ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE alert_silence ADD COLUMN team_id integer REFERENCES team (id) ON DELETE CASCADE;
ALTER TABLE alert_silence ADD COLUMN made_by integer REFERENCES user_account (id) ON DELETE SET NULL;
ALTER TABLE alert_silence ADD CONSTRAINT alert_silence_owner CHECK (num_nonnulls(user_id, team_id) = 1);
CREATE INDEX alert_silence_team ON alert_silence (team_id, until_at) WHERE team_id IS NOT NULL;
CREATE INDEX alert_silence_made_by ON alert_silence (made_by) WHERE made_by IS NOT NULL;

-- A team that has contacts of its own is a reader of alerts beside its members, with its id negated, here and in
-- `delivery` and `alert_recipient`, which have no foreign key. A mute lasts an hour, then it is forgotten.
ALTER TABLE alert_mute DROP CONSTRAINT alert_mute_user_id_fkey;
CREATE INDEX alert_entry_of_teams ON alert_entry (network_id, setting_id) WHERE user_id IS NULL;
