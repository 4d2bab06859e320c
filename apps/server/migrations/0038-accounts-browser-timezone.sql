-- Until somebody chooses a time zone the account has that of the browser it is first signed in from. Those that are there keep theirs.
ALTER TABLE user_account ADD COLUMN awaits_timezone boolean NOT NULL DEFAULT false;
ALTER TABLE user_account ALTER COLUMN awaits_timezone SET DEFAULT true;
