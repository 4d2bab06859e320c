-- What teams want to be told of. A team's own entry has no user; each member has a copy of it, which is what alerts are
-- looked up by, so that nothing of that is different for them. A copy goes with its entry, and with its member.
ALTER TABLE alert_entry ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE alert_entry ADD COLUMN team_id integer REFERENCES team (id) ON DELETE CASCADE;
ALTER TABLE alert_entry ADD COLUMN team_entry_id integer REFERENCES alert_entry (id) ON DELETE CASCADE;
ALTER TABLE alert_entry ADD CONSTRAINT alert_entry_member
  FOREIGN KEY (team_id, user_id) REFERENCES team_member (team_id, user_id) ON DELETE CASCADE;
ALTER TABLE alert_entry ADD CONSTRAINT alert_entry_owner CHECK (
  num_nonnulls(user_id, team_id) > 0 AND (team_entry_id IS NOT NULL) = (num_nonnulls(user_id, team_id) = 2)
);
ALTER TABLE alert_entry DROP CONSTRAINT alert_entry_once;
ALTER TABLE alert_entry ADD CONSTRAINT alert_entry_once
  UNIQUE NULLS NOT DISTINCT (user_id, team_id, network_id, validator_key, bridge_key, setting_id);
CREATE UNIQUE INDEX alert_entry_copies ON alert_entry (team_entry_id, user_id) WHERE team_entry_id IS NOT NULL;
CREATE INDEX alert_entry_team ON alert_entry (team_id, user_id) WHERE team_id IS NOT NULL;
CREATE INDEX alert_entry_team_subscribers ON alert_entry (network_id, setting_id, validator_key, bridge_key)
  WHERE team_entry_id IS NOT NULL;

-- Through which teams an alert concerned somebody when it happened, and who acknowledged it: one member does for all.
ALTER TABLE alert_recipient ADD COLUMN team_ids integer[];
ALTER TABLE alert_recipient ADD COLUMN acknowledged_by integer;
CREATE INDEX alert_recipient_teams ON alert_recipient (alert_id) WHERE team_ids IS NOT NULL;
