-- Outages of validators: those under way are kept with their network, since each block of theirs changes them; one that
-- has ended is an event like all others. Times are Unix milliseconds.
alter table watch_network
  -- [{slot, first, firstAt, last, lastAt, missed, atLeast, assurance}], null: none.
  add column outages jsonb;

alter table watch_event
  -- Of an outage: its missed blocks, the header time of the first one, and whether there may be more that nobody read.
  -- `before` and `after` are its first and last height, `height` and `chain_at` those of the last one.
  add column missed integer,
  add column since bigint,
  add column at_least boolean,
  drop constraint watch_event_kind_check,
  add constraint watch_event_kind_check check (kind in ('jailed', 'unjailed', 'tombstoned', 'bonded', 'unbonding',
    'unbonded', 'slashed', 'commission_changed', 'moniker_changed', 'key_changed', 'power_changed', 'rank_changed',
    'joined', 'removed', 'gap', 'outage')),
  add constraint watch_event_outage check (num_nulls(missed, since, at_least) = case kind when 'outage' then 0 else 3 end);
