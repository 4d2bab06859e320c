-- Where samples go to a Prometheus-compatible store as well (ROUNDSMAN_SERIES_URL). Names what this database has
-- recorded there: another database counts its validators from one, too.
create table series_site (
  singleton boolean primary key default true check (singleton),
  id text not null
);
-- The newest bucket of 25 s that the store has taken of each series: the buffer begins after it.
create table series_sent (
  network_id integer not null,
  epoch integer not null,
  bucket bigint not null,
  primary key (network_id, epoch)
);
