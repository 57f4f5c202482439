-- Written by api/devices, consumer
-- UPDATE: notifies listeners of work (work_ring_for)
-- Deleting a row deletes its rows in packets_aside

CREATE TABLE doubted_senders (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id integer NOT NULL,
  business_id integer NOT NULL,
  reason text NOT NULL,
  protocol text NOT NULL,
  network text NOT NULL,
  certificate text,
  packets integer DEFAULT 0 NOT NULL,
  fixes integer DEFAULT 0 NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  positioned_at timestamp with time zone,
  latitude integer,
  longitude integer,
  decision text,
  decided_at timestamp with time zone,
  decided_by integer,
  packets_not_kept integer DEFAULT 0 NOT NULL,
  newcomer_network text,
  CONSTRAINT doubted_senders_pkey PRIMARY KEY (id),
  CONSTRAINT doubted_senders_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT doubted_senders_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT doubted_senders_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  CONSTRAINT doubted_senders_check CHECK (((decision IS NULL) = (decided_at IS NULL))),
  CONSTRAINT doubted_senders_check1 CHECK ((((latitude IS NULL) = (positioned_at IS NULL)) AND ((longitude IS NULL) = (positioned_at IS NULL)))),
  CONSTRAINT doubted_senders_check2 CHECK (((reason = 'newcomer'::text) = (newcomer_network IS NOT NULL))),
  CONSTRAINT doubted_senders_decision_check CHECK ((decision = ANY (ARRAY['accepted'::text, 'refused'::text]))),
  CONSTRAINT doubted_senders_latitude_check CHECK (((latitude >= '-900000000'::integer) AND (latitude <= 900000000))),
  CONSTRAINT doubted_senders_longitude_check CHECK (((longitude >= '-1800000000'::integer) AND (longitude <= 1800000000))),
  CONSTRAINT doubted_senders_packets_not_kept_check CHECK ((packets_not_kept >= 0)),
  CONSTRAINT doubted_senders_reason_check CHECK ((reason = ANY (ARRAY['conflict'::text, 'protocol'::text, 'place'::text, 'network'::text, 'certificate'::text, 'newcomer'::text])))
);

CREATE INDEX doubted_senders_business ON doubted_senders USING btree (business_id);
CREATE INDEX doubted_senders_decider ON doubted_senders USING btree (decided_by);
CREATE INDEX doubted_senders_device ON doubted_senders USING btree (device_id);
CREATE INDEX doubted_senders_last ON doubted_senders USING btree (last_at);
CREATE INDEX doubted_senders_newcomer ON doubted_senders USING btree (device_id, newcomer_network) WHERE (newcomer_network IS NOT NULL);
CREATE UNIQUE INDEX doubted_senders_open ON doubted_senders USING btree (device_id, reason, protocol, network) WHERE (decision IS NULL);

ALTER TABLE doubted_senders ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON doubted_senders TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON doubted_senders TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON doubted_senders TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT SELECT, UPDATE (decision, decided_at, decided_by) ON doubted_senders TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON doubted_senders TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON doubted_senders TO roadbook_web;

CREATE TRIGGER ring AFTER UPDATE OF decision ON doubted_senders FOR EACH ROW WHEN (new.decision = 'accepted'::text) EXECUTE FUNCTION work_ring_for('packets_aside');

-- In functions.sql: work_ring_for
