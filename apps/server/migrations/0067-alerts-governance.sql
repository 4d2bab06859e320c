-- expand
-- What was decided of votes and signals: a row for each validator, or the network, and each period of votes or version.
CREATE TABLE alert_governance (
  network_id integer PRIMARY KEY,
  -- {version, epoch, step, proposalsSince, signalsSince}, of packages/alerting.
  head jsonb NOT NULL
);

CREATE TABLE alert_matter (
  network_id integer NOT NULL,
  -- "validator:7:42:<end>", "network:42:<end>", "network:v6": as the names of alerts have it.
  key text NOT NULL,
  state jsonb NOT NULL,
  PRIMARY KEY (network_id, key)
);
