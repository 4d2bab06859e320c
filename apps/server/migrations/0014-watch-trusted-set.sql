-- The validator set that follows the trusted block of a network, by its hash: `watch_network.trusted` moves on with
-- every block, the set seldom changes and is a hundred times as large.
create table watch_trusted_set (
  network_id integer primary key,
  epoch integer not null,
  validators_hash text not null,
  members jsonb not null
);

-- The consensus keys that validators had before: whoever begins to follow a network reads them.
create index watch_event_key on watch_event (network_id, epoch, id) where kind = 'key_changed';
