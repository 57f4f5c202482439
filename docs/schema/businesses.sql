-- Written by api/businesses, tools/import-traccar, tools/seed
-- INSERT, UPDATE: may refuse it (businesses_keep_contract, businesses_keep_kind, businesses_place)
-- UPDATE: writes entity_tags (entities_leave_tags)
-- UPDATE: writes other rows of this table (businesses_move_children)
-- INSERT, UPDATE: may change the row, or leave it out (businesses_one_move)
-- UPDATE: writes device_changes (device_rest_changed)
-- Deleting a row deletes its rows in app_notifications, background_jobs, business_subscriptions, device_challenges, device_claims, device_deliveries, doubted_senders, entity_shares, geocoded_cells, history_imports, invoice_parties, missing_case_shares, need_days, orders, outgoing_mails, provider_payments, report_schedules, tracker_disputes, trip_joins, trip_recalculations, trip_rests, webhook_events, webhooks

CREATE TABLE businesses (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  parent_id integer,
  kind text NOT NULL,
  path integer[] DEFAULT '{}'::integer[] NOT NULL,
  name text NOT NULL,
  address text,
  postcode text,
  city text,
  country text,
  email text,
  phone text,
  show_statistics boolean DEFAULT false NOT NULL,
  name_upper boolean DEFAULT false NOT NULL,
  has_customers boolean DEFAULT false NOT NULL,
  can_install_devices boolean DEFAULT true NOT NULL,
  recovery_contract boolean DEFAULT false NOT NULL,
  is_oem boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT businesses_pkey PRIMARY KEY (id),
  CONSTRAINT businesses_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT businesses_check CHECK ((parent_id IS DISTINCT FROM id)),
  CONSTRAINT businesses_kind_check CHECK ((kind = ANY (ARRAY['vendor'::text, 'enterprise'::text, 'company'::text, 'department'::text]))),
  CONSTRAINT businesses_name_check CHECK ((length(TRIM(BOTH FROM name)) > 0))
);

CREATE INDEX businesses_by_created ON businesses USING btree (created_at, id);
CREATE INDEX businesses_by_name ON businesses USING btree (in_order(name), id);
CREATE INDEX businesses_parent ON businesses USING btree (parent_id);
CREATE INDEX businesses_path ON businesses USING gin (path);

ALTER TABLE businesses ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON businesses TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON businesses TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON businesses TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (id IN ( SELECT scope_ids() AS scope_ids)) OR (parent_id IN ( SELECT scope_ids() AS scope_ids)))) WITH CHECK ((( SELECT scope_is_all() AS scope_is_all) OR (id IN ( SELECT scope_ids() AS scope_ids)) OR (parent_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT, UPDATE ON businesses TO roadbook_api;
GRANT SELECT ON businesses TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON businesses TO roadbook_web;

CREATE TRIGGER businesses_keep_contract BEFORE INSERT OR UPDATE ON businesses FOR EACH ROW EXECUTE FUNCTION businesses_keep_contract();
CREATE TRIGGER businesses_keep_kind BEFORE UPDATE OF kind ON businesses FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind) EXECUTE FUNCTION businesses_keep_kind();
CREATE CONSTRAINT TRIGGER businesses_leave_tags AFTER UPDATE OF parent_id, path ON businesses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.path IS DISTINCT FROM new.path) EXECUTE FUNCTION entities_leave_tags();
CREATE TRIGGER businesses_move_children AFTER UPDATE OF parent_id, path ON businesses FOR EACH ROW WHEN (old.path IS DISTINCT FROM new.path) EXECUTE FUNCTION businesses_move_children();
CREATE TRIGGER businesses_one_move BEFORE INSERT OR UPDATE OF parent_id ON businesses FOR EACH ROW EXECUTE FUNCTION businesses_one_move();
CREATE TRIGGER businesses_place BEFORE INSERT OR UPDATE OF parent_id, kind, path ON businesses FOR EACH ROW EXECUTE FUNCTION businesses_place();
CREATE TRIGGER businesses_rests_changed AFTER UPDATE OF parent_id, path ON businesses FOR EACH ROW WHEN (old.path IS DISTINCT FROM new.path) EXECUTE FUNCTION device_rest_changed();

-- In functions.sql: device_rest_changed, entities_leave_tags, scope_is_all

CREATE OR REPLACE FUNCTION businesses_keep_contract()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  above businesses;
BEGIN
  IF current_user <> 'roadbook_api' OR scope_is_all() THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    SELECT * INTO STRICT above FROM businesses WHERE id = NEW.parent_id;
    NEW.can_install_devices := above.can_install_devices;
    NEW.has_customers := above.has_customers;
    NEW.is_oem := above.is_oem;
    NEW.recovery_contract := false;
  ELSIF (NEW.has_customers, NEW.can_install_devices, NEW.recovery_contract, NEW.is_oem)
    IS DISTINCT FROM (OLD.has_customers, OLD.can_install_devices, OLD.recovery_contract, OLD.is_oem) THEN
    RAISE EXCEPTION 'only a super admin changes what a business has a contract for' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION businesses_keep_kind()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (
    SELECT 1 FROM businesses below WHERE below.parent_id = NEW.id
      AND NOT (NEW.kind IN ('vendor', 'enterprise') OR (NEW.kind = 'company' AND below.kind = 'department'))
  ) THEN
    RAISE EXCEPTION 'what stands below cannot stand below a %', NEW.kind USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION businesses_move_children()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE businesses SET path = '{}' WHERE parent_id = NEW.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION businesses_one_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.parent_id IS DISTINCT FROM OLD.parent_id THEN
    PERFORM pg_advisory_xact_lock(5013);
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION businesses_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  above businesses;
BEGIN
  IF NEW.parent_id IS NULL THEN
    IF NEW.kind NOT IN ('vendor', 'enterprise') THEN
      RAISE EXCEPTION 'a % must stand below another business', NEW.kind USING ERRCODE = 'check_violation';
    END IF;
    NEW.path := ARRAY[NEW.id];
    RETURN NEW;
  END IF;
  SELECT * INTO STRICT above FROM businesses WHERE id = NEW.parent_id;
  IF NEW.id = ANY (above.path) THEN
    RAISE EXCEPTION 'a business cannot stand below itself' USING ERRCODE = 'check_violation';
  END IF;
  IF NOT (above.kind IN ('vendor', 'enterprise') OR (NEW.kind = 'department' AND above.kind = 'company')) THEN
    RAISE EXCEPTION 'a % cannot stand below a %', NEW.kind, above.kind USING ERRCODE = 'check_violation';
  END IF;
  NEW.path := above.path || NEW.id;
  IF array_length(NEW.path, 1) > 8 THEN
    RAISE EXCEPTION 'businesses nest at most 8 levels deep' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;
