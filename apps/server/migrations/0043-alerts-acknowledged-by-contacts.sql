-- Who answers a message of a chat or a notification says so there. NOT VALID: what is there already fits the narrower check.
ALTER TABLE alert_recipient DROP CONSTRAINT alert_recipient_acknowledged_via_check;
ALTER TABLE alert_recipient
  ADD CONSTRAINT alert_recipient_acknowledged_via_check CHECK (
    acknowledged_via IN (
      'PAGE', 'CALL', 'MAIL', 'SMS', 'TELEGRAM', 'DISCORD', 'SLACK', 'PAGERDUTY', 'WEBHOOK', 'NTFY', 'WEB_PUSH', 'MATRIX',
      'PUSHOVER', 'GOTIFY'
    )
  ) NOT VALID;
