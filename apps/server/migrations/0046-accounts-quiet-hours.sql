-- When a user wants to be left alone: weekdays and local times, and the zone that they are of (NULL: the profile's).
CREATE TABLE user_quiet_hours (
  user_id integer PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  time_zone text,
  windows jsonb NOT NULL,
  break_through text NOT NULL CHECK (break_through IN ('CRITICAL', 'WARNING', 'NONE'))
);
