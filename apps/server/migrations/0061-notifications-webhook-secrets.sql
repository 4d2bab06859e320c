-- By what a contact's provider signs what it reports of itself; NULL: nothing of it counts.
ALTER TABLE user_contact ADD COLUMN webhook_secret bytea;
