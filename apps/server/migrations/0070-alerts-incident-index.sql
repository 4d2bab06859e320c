-- expand
-- Whether an incident is over is asked for each alert of the history and for the number beside it: by all of its alerts.
CREATE INDEX alert_incident ON alert (incident_id) WHERE incident_id IS NOT NULL;
