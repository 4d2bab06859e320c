-- How what is known was found out: PROVEN by the chain's own signatures and hashes, AGREED by two hosts, or SINGLE.
-- Null: not known, because it was written before this column was there.

-- The power that signed a block, of the whole power of its set, and the host that answered.
alter table watch_block
  add column signed_power numeric,
  add column total_power numeric,
  add column assurance text check (assurance in ('PROVEN', 'AGREED', 'SINGLE')),
  add column host text;

alter table watch_network
  -- The block from which the next ones are proven, with the validator set that follows it. It belongs to the epoch and
  -- moves on in the transaction that writes the letters it was proven with.
  add column trusted jsonb,
  -- Of the newest block, and of the last state read.
  add column assurance text check (assurance in ('PROVEN', 'AGREED', 'SINGLE')),
  add column state_assurance text check (state_assurance in ('PROVEN', 'AGREED', 'SINGLE')),
  add column state_host text,
  add column max_validators integer;

-- How the last change of a validator is known.
alter table watch_validator
  add column state_assurance text check (state_assurance in ('PROVEN', 'AGREED', 'SINGLE')),
  add column state_host text;

alter table watch_event
  -- The chain's own time of it where it is known, Unix ms; `at` is our time of finding it out.
  add column chain_at bigint,
  add column assurance text check (assurance in ('PROVEN', 'AGREED', 'SINGLE')),
  add column host text,
  drop constraint watch_event_kind_check,
  add constraint watch_event_kind_check check (kind in ('jailed', 'unjailed', 'tombstoned', 'bonded', 'unbonding',
    'unbonded', 'slashed', 'commission_changed', 'moniker_changed', 'key_changed', 'power_changed', 'rank_changed',
    'joined', 'removed', 'gap'));
