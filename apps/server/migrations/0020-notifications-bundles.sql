-- One message about several things: the first stands in the row itself, the others here. A row that gathers takes in
-- what comes until then, and is due then.
ALTER TABLE delivery ADD COLUMN gathers_until timestamptz;
ALTER TABLE delivery ADD CHECK (gathers_until IS NULL OR kind IS NOT NULL);

CREATE TABLE delivery_also (
  delivery_id bigint NOT NULL REFERENCES delivery (id) ON DELETE CASCADE,
  reference   text   NOT NULL,
  PRIMARY KEY (delivery_id, reference)
);
CREATE INDEX delivery_also_reference ON delivery_also (reference);
