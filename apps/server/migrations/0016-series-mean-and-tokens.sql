-- Arrays by slot like the others; '{}' where nothing of it was recorded, as in all rows before this migration.
alter table series_bucket
  -- Mean of uptime beside its minimum in `uptime`, and of how many samples it is the mean. Both '{}' in the tier of
  -- the samples (25 s), where each value is its own mean of one.
  add column uptime_mean double precision[] not null default '{}',
  add column uptime_samples integer[] not null default '{}',
  -- To 53 bits, enough to compare; an amount for people comes from the validator's row.
  add column tokens double precision[] not null default '{}';
