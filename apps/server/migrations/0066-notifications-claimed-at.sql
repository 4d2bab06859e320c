-- expand
-- When a row was taken to be sent the last time: it may be due long before, where the process that took it first died. Null: it
-- was taken before this was kept, or not yet.
ALTER TABLE delivery ADD COLUMN claimed_at timestamptz;
