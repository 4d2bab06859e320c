-- Times are Unix milliseconds.
alter table watch_validator
  -- When self_delegation was read: of a few validators in turn.
  add column self_delegation_at bigint;

-- The newest event of each kind that says since when a state holds, under however many others.
create index watch_event_state on watch_event (validator_id, kind, id)
  where kind in ('jailed', 'unjailed', 'tombstoned', 'bonded', 'unbonding', 'unbonded', 'joined', 'removed');
