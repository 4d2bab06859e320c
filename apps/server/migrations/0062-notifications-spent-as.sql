-- expand
-- As what a message was counted against a budget: what is CRITICAL has a part of it that nothing else may use (D270).
ALTER TABLE delivery ADD COLUMN spent_as text;
