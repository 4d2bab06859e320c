-- What is still so when a silence ends is told then. Of an alert that a silence held back: WAITS for its end, is only
-- RECORDED, or was TOLD after all.
ALTER TABLE alert_recipient ADD COLUMN silenced text CHECK (silenced IN ('WAITS', 'RECORDED', 'TOLD'));
CREATE INDEX alert_recipient_waits ON alert_recipient (silence_id) WHERE silenced = 'WAITS';
-- Looked at after its end, so that nothing waits for it any more.
ALTER TABLE alert_silence ADD COLUMN is_settled boolean NOT NULL DEFAULT false;
CREATE INDEX alert_silence_unsettled ON alert_silence (until_at) WHERE NOT is_settled;
