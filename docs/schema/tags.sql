-- Written by api/tags, tools/seed
-- INSERT: writes tag_group_tags (tags_into_groups)
-- INSERT, UPDATE: may refuse it (tags_keep_rules)
-- UPDATE: writes entities (tags_renamed)
-- UPDATE: may change the row, or leave it out (tags_taken_over)
-- Deleting a row deletes its rows in alert_rule_tags, entity_tags, report_requests, report_schedules, tag_group_tags

CREATE TABLE tags (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  business_id integer,
  parent_id integer,
  vehicle_type text,
  created_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT tags_pkey PRIMARY KEY (id),
  CONSTRAINT tags_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT tags_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tags_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES tags(id) ON DELETE RESTRICT,
  CONSTRAINT tags_name_length CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 200))),
  CONSTRAINT tags_parent_type CHECK (((parent_id IS NULL) OR (type = ANY (ARRAY['model'::text, 'engine_model'::text])))),
  CONSTRAINT tags_type_known CHECK ((type = ANY (ARRAY['general'::text, 'powerunit'::text, 'type'::text, 'group'::text, 'model'::text, 'brand'::text, 'selected'::text, 'color'::text, 'engine_brand'::text, 'engine_model'::text]))),
  CONSTRAINT tags_vehicle_type CHECK (((vehicle_type IS NULL) OR (type = 'type'::text))),
  CONSTRAINT tags_vehicle_type_check CHECK ((vehicle_type = ANY (ARRAY['eBike'::text, 'eCargoBike'::text, 'speedPedelec'::text, 'eMoped'::text, 'moped'::text, 'automobile'::text, 'other'::text]))),
  CONSTRAINT tags_vehicle_type_given CHECK (((type <> 'type'::text) OR (vehicle_type IS NOT NULL)))
);

CREATE INDEX tags_business ON tags USING btree (business_id);
CREATE UNIQUE INDEX tags_name ON tags USING btree (COALESCE(business_id, 0), type, COALESCE(parent_id, 0), lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX tags_parent ON tags USING btree (parent_id);

ALTER TABLE tags ENABLE ROW LEVEL SECURITY;
CREATE POLICY add ON tags FOR INSERT TO roadbook_api WITH CHECK ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY change ON tags FOR UPDATE TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY process_roadbook_web ON tags TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY remove ON tags FOR DELETE TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY scope_read ON tags FOR SELECT TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR ((business_id IS NULL) AND ( SELECT scope_is_given() AS scope_is_given)) OR (business_id IN ( SELECT scope_line_ids() AS scope_line_ids))));

GRANT DELETE, INSERT, SELECT, UPDATE ON tags TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON tags TO roadbook_web;

CREATE TRIGGER tags_into_groups AFTER INSERT ON tags FOR EACH ROW EXECUTE FUNCTION tags_into_groups();
CREATE TRIGGER tags_keep_rules BEFORE INSERT OR UPDATE OF type, parent_id ON tags FOR EACH ROW EXECUTE FUNCTION tags_keep_rules();
CREATE TRIGGER tags_renamed AFTER UPDATE OF name, vehicle_type ON tags FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.vehicle_type IS DISTINCT FROM new.vehicle_type) EXECUTE FUNCTION tags_renamed();
CREATE TRIGGER tags_taken_over BEFORE UPDATE OF business_id ON tags FOR EACH ROW WHEN (old.business_id IS DISTINCT FROM new.business_id) EXECUTE FUNCTION tags_taken_over();

-- In functions.sql: tags_taken_over

CREATE OR REPLACE FUNCTION tags_into_groups()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO tag_group_tags (group_id, tag_id) SELECT g.id, NEW.id FROM tag_groups g WHERE g.holds_type = NEW.type;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION tags_keep_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  above tags;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.type <> OLD.type THEN
    RAISE EXCEPTION 'a tag stays of its type' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.parent_id IS NOT NULL THEN
    SELECT * INTO STRICT above FROM tags WHERE id = NEW.parent_id;
    IF above.type <> (CASE NEW.type WHEN 'model' THEN 'brand' ELSE 'engine_brand' END) THEN
      RAISE EXCEPTION 'a % cannot belong to a %', NEW.type, above.type USING ERRCODE = 'check_violation';
    END IF;
    IF above.business_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM businesses b WHERE b.id = NEW.business_id AND above.business_id = ANY (b.path)
    ) THEN
      RAISE EXCEPTION 'a % belongs to a brand of its own business or of one above', NEW.type USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION tags_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE entities e SET vehicle_type = coalesce(NEW.vehicle_type, e.vehicle_type),
    brand = CASE NEW.type WHEN 'brand' THEN NEW.name ELSE e.brand END,
    model = CASE NEW.type WHEN 'model' THEN NEW.name ELSE e.model END,
    color = CASE NEW.type WHEN 'color' THEN NEW.name ELSE e.color END,
    engine_brand = CASE NEW.type WHEN 'engine_brand' THEN NEW.name ELSE e.engine_brand END,
    engine_model = CASE NEW.type WHEN 'engine_model' THEN NEW.name ELSE e.engine_model END,
    power_unit = CASE NEW.type WHEN 'powerunit' THEN NEW.name ELSE e.power_unit END, updated_at = clock_timestamp()
  FROM entity_tags et WHERE et.tag_id = NEW.id AND et.slot IS NOT NULL AND e.id = et.entity_id;
  RETURN NULL;
END $function$;
