-- expand
-- When somebody whose second factor is still to come last proved to the provider who they are. Null: the password was the first
-- factor, or it was written before this was kept.
ALTER TABLE user_half_session ADD COLUMN provider_sign_in_at timestamptz;
