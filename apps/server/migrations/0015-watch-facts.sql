-- What nodes forget. Times are Unix milliseconds.
alter table watch_network
  -- The chain's own time of the last state read: `state_at` is ours.
  add column state_time bigint,
  add column unbonding_ms bigint,
  -- What x/upgrade has planned, and when this plan was first seen.
  add column upgrade_name text,
  add column upgrade_height bigint,
  add column upgrade_seen_at bigint;

alter table watch_validator
  -- Scaled by 1e18. A slash takes tokens and leaves shares.
  add column delegator_shares numeric,
  -- Tokens; read of a few validators in turn, so up to some minutes old.
  add column self_delegation numeric;
