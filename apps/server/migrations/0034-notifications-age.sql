-- What is forgotten each hour is found by its age, and not by reading a ledger of millions.
CREATE INDEX delivery_alert_age ON delivery (created_at) WHERE purpose = 'alert';
