-- A row of one bucket is compressed column by column and stays where it is. By itself PostgreSQL begins at 2 kB, and
-- then stops as soon as the row is below that: with 50 validators hardly anything was compressed.
ALTER TABLE series_bucket SET (toast_tuple_target = 128);
ALTER TABLE series_bucket
  ALTER COLUMN uptime SET STORAGE MAIN,
  ALTER COLUMN uptime_mean SET STORAGE MAIN,
  ALTER COLUMN uptime_samples SET STORAGE MAIN,
  ALTER COLUMN power SET STORAGE MAIN,
  ALTER COLUMN commission SET STORAGE MAIN,
  ALTER COLUMN tokens SET STORAGE MAIN;
