-- Written by consumer
-- INSERT: notifies listeners of work (work_ring)

CREATE TABLE packets_aside (
  device_id integer NOT NULL,
  digest bytea NOT NULL,
  sender_id integer NOT NULL,
  received_at timestamp with time zone NOT NULL,
  value bytea NOT NULL,
  headers jsonb NOT NULL,
  taken_in_at timestamp with time zone,
  CONSTRAINT packets_aside_pkey PRIMARY KEY (device_id, digest),
  CONSTRAINT packets_aside_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  CONSTRAINT packets_aside_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES doubted_senders(id) ON DELETE CASCADE
);

CREATE INDEX packets_aside_sender ON packets_aside USING btree (sender_id);
CREATE INDEX packets_aside_waiting ON packets_aside USING btree (sender_id, received_at) WHERE (taken_in_at IS NULL);

GRANT DELETE, INSERT, SELECT, UPDATE ON packets_aside TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON packets_aside TO roadbook_web;

CREATE TRIGGER ring AFTER INSERT ON packets_aside FOR EACH STATEMENT EXECUTE FUNCTION work_ring();

-- In functions.sql: work_ring
