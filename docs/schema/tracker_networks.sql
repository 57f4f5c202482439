-- Written by api/devices, consumer
-- UPDATE: notifies listeners of work (work_ring_for)

CREATE TABLE tracker_networks (
  device_id integer NOT NULL,
  network text NOT NULL,
  standing text NOT NULL,
  first_at timestamp with time zone NOT NULL,
  since timestamp with time zone NOT NULL,
  counter jsonb,
  updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT tracker_networks_pkey PRIMARY KEY (device_id, network),
  CONSTRAINT tracker_networks_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  CONSTRAINT tracker_networks_network_check CHECK (((length(network) >= 1) AND (length(network) <= 80))),
  CONSTRAINT tracker_networks_standing_check CHECK ((standing = ANY (ARRAY['known'::text, 'trial'::text, 'believed'::text, 'disputed'::text, 'refused'::text])))
);

CREATE INDEX tracker_networks_believed ON tracker_networks USING btree (since) WHERE (standing = 'believed'::text);
CREATE INDEX tracker_networks_changed ON tracker_networks USING btree (updated_at);

ALTER TABLE tracker_networks ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON tracker_networks TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON tracker_networks TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON tracker_networks TO roadbook_api USING ((EXISTS ( SELECT
   FROM devices d
  WHERE ((d.id = tracker_networks.device_id) AND (( SELECT scope_is_all() AS scope_is_all) OR (d.business_id IN ( SELECT scope_ids() AS scope_ids)))))));

GRANT INSERT, SELECT, UPDATE ON tracker_networks TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON tracker_networks TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON tracker_networks TO roadbook_web;

CREATE TRIGGER ring AFTER UPDATE OF standing ON tracker_networks FOR EACH ROW WHEN (new.standing = ANY (ARRAY['believed'::text, 'known'::text, 'disputed'::text, 'refused'::text])) EXECUTE FUNCTION work_ring_for('packets_aside');

-- In functions.sql: work_ring_for
