-- Written by api/devices, triggers of devices

CREATE TABLE sims (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  iccid text NOT NULL,
  msisdn text,
  provider text,
  status text DEFAULT 'inactive'::text NOT NULL,
  data_used_bytes bigint DEFAULT 0 NOT NULL,
  activated_at timestamp with time zone,
  expires_at timestamp with time zone,
  device_id integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT sims_pkey PRIMARY KEY (id),
  CONSTRAINT sims_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT sims_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE SET NULL,
  CONSTRAINT sims_check CHECK (((expires_at IS NULL) OR (activated_at IS NULL) OR (expires_at > activated_at))),
  CONSTRAINT sims_data_used_bytes_check CHECK ((data_used_bytes >= 0)),
  CONSTRAINT sims_iccid_check CHECK ((iccid ~ '^[0-9]{18,22}$'::text)),
  CONSTRAINT sims_msisdn_check CHECK ((msisdn ~ '^\+?[0-9]{5,20}$'::text)),
  CONSTRAINT sims_provider_check CHECK ((length(provider) <= 100)),
  CONSTRAINT sims_status_check CHECK ((status = ANY (ARRAY['inactive'::text, 'active'::text, 'suspended'::text, 'ended'::text])))
);

CREATE INDEX sims_business ON sims USING btree (business_id);
CREATE UNIQUE INDEX sims_device ON sims USING btree (device_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX sims_iccid ON sims USING btree (iccid) WHERE (deleted_at IS NULL);

ALTER TABLE sims ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON sims TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON sims TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT, SELECT, UPDATE ON sims TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON sims TO roadbook_web;
