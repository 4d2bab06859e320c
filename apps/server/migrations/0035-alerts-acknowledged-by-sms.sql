-- The link of an SMS answers an alert as that of a mail does. NOT VALID: what is there already fits the narrower check.
ALTER TABLE alert_recipient DROP CONSTRAINT alert_recipient_acknowledged_via_check;
ALTER TABLE alert_recipient
  ADD CONSTRAINT alert_recipient_acknowledged_via_check CHECK (acknowledged_via IN ('PAGE', 'CALL', 'MAIL', 'SMS')) NOT VALID;
