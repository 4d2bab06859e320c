-- The count of what was reported of a condition is called so (E161). An older program that still runs has the number of
-- the newest step in mind; by another one it reads anew, finds a version that it does not know, and decides no more.
UPDATE alert_network
SET head = head || jsonb_build_object('version', 2, 'step', (head ->> 'step')::bigint + 1)
WHERE head ->> 'version' = '1';

UPDATE alert_target
SET state = jsonb_set(state, '{conditions}', (
  SELECT jsonb_object_agg(id, CASE
    WHEN one ? 'told' THEN one - 'told' || jsonb_build_object('reported', one -> 'told')
    ELSE one
  END)
  FROM jsonb_each(state -> 'conditions') AS condition (id, one)))
WHERE jsonb_path_exists(state, '$.conditions.*.told');
