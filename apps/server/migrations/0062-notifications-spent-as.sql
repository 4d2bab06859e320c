-- As what a message was counted against a budget: what is CRITICAL has a part of it that nothing else may use (D270).
ALTER TABLE delivery ADD COLUMN spent_as text;
-- What counts for another day; older messages count no more.
UPDATE delivery SET spent_as = CASE lane WHEN 'critical' THEN 'CRITICAL' ELSE 'WARNING' END
WHERE spent_at > now() - interval '1 day' AND lane <> 'account';
