-- Whom to remind, and how, of what nobody acknowledges: the steps that a user chose, as the contract has them.
CREATE TABLE alert_escalation_policy (
  user_id integer PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  from_severity text NOT NULL CHECK (from_severity IN ('INFO', 'WARNING', 'CRITICAL')),
  steps jsonb NOT NULL,
  repeat integer NOT NULL CHECK (repeat BETWEEN 0 AND 5)
);

-- One that runs, or has run, for an alert and a reader of it: with the steps as they were when it began.
CREATE TABLE alert_escalation (
  -- What forgets alerts forgets these with them (migration 0022).
  alert_id bigint NOT NULL,
  user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  steps jsonb NOT NULL,
  repeat integer NOT NULL,
  -- Raised by what ends it: a step of an older one is void.
  generation integer NOT NULL,
  -- How many steps were done, of all rounds.
  step integer NOT NULL CHECK (step >= 0),
  -- From when on its reader could have acknowledged: the alert, or the end of the quiet hours in which it waited.
  since timestamptz NOT NULL,
  -- Of the next step; NULL: it has ended.
  due_at timestamptz,
  -- The next step waits for the end of its reader's quiet hours.
  is_quiet boolean NOT NULL DEFAULT false,
  stepped_at timestamptz,
  ended_by text CHECK (ended_by IN ('ACKNOWLEDGED', 'ENDED', 'SILENCED', 'EXHAUSTED')),
  PRIMARY KEY (alert_id, user_id),
  CHECK ((due_at IS NULL) = (ended_by IS NOT NULL))
);
CREATE INDEX alert_escalation_due ON alert_escalation (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alert_escalation_stepped ON alert_escalation (stepped_at) WHERE stepped_at IS NOT NULL;
CREATE INDEX alert_escalation_user ON alert_escalation (user_id);
