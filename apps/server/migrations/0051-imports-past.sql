-- Files that were imported (`roundsman import`): what networks were before anything was read of them here, which nobody
-- here has proven.
CREATE TABLE past_import (
  network_id integer NOT NULL,
  epoch integer NOT NULL,
  -- SHA-256 of the file: importing it again changes nothing.
  digest text NOT NULL,
  imported_at timestamptz NOT NULL,
  PRIMARY KEY (network_id, epoch)
);
-- Up to when buckets of a network were imported: Unix seconds, the first one that was not.
CREATE TABLE series_import (
  network_id integer NOT NULL,
  epoch integer NOT NULL,
  until bigint NOT NULL,
  PRIMARY KEY (network_id, epoch)
);
-- A file says so, and nobody else.
ALTER TABLE watch_event ADD COLUMN imported boolean NOT NULL DEFAULT false;
