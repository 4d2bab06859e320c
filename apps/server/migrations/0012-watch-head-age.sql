-- How old the newest block was at `observed_at`, ms, by the watcher's clock that never jumps: how long it was seen to
-- stand. `observed_at`, `syncing_at` and `started_at` are by the database's clock from now on.
alter table watch_network add column head_age_ms bigint;
