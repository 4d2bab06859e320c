-- `provider_sign_in_at` says it, and when.
ALTER TABLE user_session DROP COLUMN by_provider;
