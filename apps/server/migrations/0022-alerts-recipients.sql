-- An alert may concern a million users, and is written in the transaction that commits the block: each foreign key costs
-- a look-up a row, and each tree a descent. Both keys go: accounts are disabled and never deleted, and what forgets
-- alerts forgets these rows with them. Rows lie in the order of their alerts, so a summary of ranges finds those of one.
ALTER TABLE alert_recipient DROP CONSTRAINT alert_recipient_user_id_fkey;
ALTER TABLE alert_recipient DROP CONSTRAINT alert_recipient_alert_id_fkey;
ALTER TABLE alert_recipient DROP CONSTRAINT alert_recipient_pkey;
ALTER TABLE alert_recipient ADD PRIMARY KEY USING INDEX alert_recipient_user;
CREATE INDEX alert_recipient_alert ON alert_recipient USING brin (alert_id) WITH (pages_per_range = 16);
