-- Written by api/webhooks
-- UPDATE: notifies listeners of work (work_ring_for)
-- Deleting a row deletes its rows in webhook_deliveries

CREATE TABLE webhooks (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  kinds text[] NOT NULL,
  includes_below boolean DEFAULT true NOT NULL,
  active boolean DEFAULT true NOT NULL,
  off_reason text,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_until timestamp with time zone,
  failures integer DEFAULT 0 NOT NULL,
  failing_since timestamp with time zone,
  resting_until timestamp with time zone,
  last_success_at timestamp with time zone,
  lease uuid,
  leased_until timestamp with time zone,
  created_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT webhooks_check CHECK (((off_reason IS NULL) OR (NOT active))),
  CONSTRAINT webhooks_check1 CHECK (((previous_secret IS NULL) = (previous_until IS NULL))),
  CONSTRAINT webhooks_check2 CHECK (((lease IS NULL) = (leased_until IS NULL))),
  CONSTRAINT webhooks_check3 CHECK (((failures = 0) = (failing_since IS NULL))),
  CONSTRAINT webhooks_failures_check CHECK ((failures >= 0)),
  CONSTRAINT webhooks_kinds_check CHECK ((((cardinality(kinds) >= 1) AND (cardinality(kinds) <= 50)) AND (array_position(kinds, NULL::text) IS NULL))),
  CONSTRAINT webhooks_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 100))),
  CONSTRAINT webhooks_off_reason_check CHECK ((off_reason = ANY (ARRAY['gone'::text, 'failing'::text]))),
  CONSTRAINT webhooks_url_check CHECK (((url ~ '^https?://'::text) AND (length(url) <= 500)))
);

CREATE INDEX webhooks_author ON webhooks USING btree (created_by);
CREATE INDEX webhooks_business ON webhooks USING btree (business_id);

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON webhooks TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON webhooks TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT, UPDATE ON webhooks TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON webhooks TO roadbook_web;

CREATE TRIGGER ring AFTER UPDATE OF active, resting_until ON webhooks FOR EACH ROW WHEN (new.active) EXECUTE FUNCTION work_ring_for('webhook_deliveries');

-- In functions.sql: work_ring_for
