-- How the planned upgrade is known, and by whom: not by the state that it came with. null: as of before this column, or
-- never read.
alter table watch_network
  add column upgrade_assurance text,
  add column upgrade_host text;
