-- expand
-- Whether a message was taken from what a user's budget keeps for the gravest. What is open to all has an hour of its own, which such
-- a message does not move.
ALTER TABLE delivery ADD COLUMN spent_kept boolean NOT NULL DEFAULT false;
