-- One row for each network, epoch, step and bucket; an array for each metric, by the validator's slot (1-based here,
-- so slot 0 is element 1). Arrays of older rows may be shorter: a missing element is null.
create table series_bucket (
  network_id integer not null,
  epoch integer not null,
  -- Seconds: 25, 600, 3600, 14400.
  step integer not null,
  -- First second of the bucket, Unix.
  bucket bigint not null,
  uptime double precision[] not null,
  power double precision[] not null,
  commission double precision[] not null,
  primary key (network_id, epoch, step, bucket)
);
create index series_bucket_age on series_bucket (step, bucket);
