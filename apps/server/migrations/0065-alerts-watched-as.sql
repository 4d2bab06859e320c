-- expand
-- As what somebody watches a validator: whoever delegates to it is told other things than whoever runs it. No row: its operator.
CREATE TABLE alert_watched_as (
  user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  network_id integer NOT NULL,
  -- As in alert_entry; null: every validator of the network of which nothing is known.
  validator_key text CHECK (validator_key <> ''),
  watched_as text NOT NULL CHECK (watched_as IN ('OPERATOR', 'DELEGATOR')),
  CONSTRAINT alert_watched_as_once UNIQUE NULLS NOT DISTINCT (user_id, network_id, validator_key)
);
