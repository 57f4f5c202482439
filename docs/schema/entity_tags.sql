-- Written by api/entities (through link_catalogue_tags), api/tags, tools/seed (also through link_catalogue_tags), triggers of businesses, entities
-- DELETE, INSERT: writes entities (entity_tags_gone, entity_tags_shown)
-- INSERT: may refuse it (entity_tags_place)
-- DELETE, INSERT: writes alert_stay_changes (entity_tags_tell_alerts)

CREATE TABLE entity_tags (
  entity_id integer NOT NULL,
  tag_id integer NOT NULL,
  slot text,
  attached_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT entity_tags_pkey PRIMARY KEY (entity_id, tag_id),
  CONSTRAINT entity_tags_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT entity_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX entity_tags_slot ON entity_tags USING btree (entity_id, slot) WHERE (slot IS NOT NULL);
CREATE INDEX entity_tags_tag ON entity_tags USING btree (tag_id);

ALTER TABLE entity_tags ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_ingest ON entity_tags TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON entity_tags TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON entity_tags TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM entities e
  WHERE (e.id = entity_tags.entity_id)))) WITH CHECK (((EXISTS ( SELECT 1
   FROM entities e
  WHERE (e.id = entity_tags.entity_id))) AND (EXISTS ( SELECT 1
   FROM tags t
  WHERE (t.id = entity_tags.tag_id)))));

GRANT DELETE, INSERT (entity_id, tag_id), SELECT ON entity_tags TO roadbook_api;
GRANT SELECT ON entity_tags TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON entity_tags TO roadbook_web;

CREATE TRIGGER entity_tags_gone AFTER DELETE ON entity_tags REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION entity_tags_gone();
CREATE TRIGGER entity_tags_place BEFORE INSERT ON entity_tags FOR EACH ROW EXECUTE FUNCTION entity_tags_place();
CREATE TRIGGER entity_tags_shown AFTER INSERT ON entity_tags REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION entity_tags_shown();
CREATE TRIGGER entity_tags_tell_alerts_off AFTER DELETE ON entity_tags REFERENCING OLD TABLE AS worn FOR EACH STATEMENT EXECUTE FUNCTION entity_tags_tell_alerts();
CREATE TRIGGER entity_tags_tell_alerts_worn AFTER INSERT ON entity_tags REFERENCING NEW TABLE AS worn FOR EACH STATEMENT EXECUTE FUNCTION entity_tags_tell_alerts();

CREATE OR REPLACE FUNCTION entity_tags_gone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF pg_trigger_depth() > 1 THEN
    RETURN NULL;
  END IF;
  UPDATE entities e SET brand = nullif(e.brand, n.brand), model = nullif(e.model, n.model), color = nullif(e.color, n.color),
    engine_brand = nullif(e.engine_brand, n.engine_brand), engine_model = nullif(e.engine_model, n.engine_model),
    power_unit = nullif(e.power_unit, n.power_unit), updated_at = clock_timestamp()
  FROM (
    SELECT r.entity_id, max(t.name) FILTER (WHERE t.type = 'brand') AS brand,
      max(t.name) FILTER (WHERE t.type = 'model') AS model, max(t.name) FILTER (WHERE t.type = 'color') AS color,
      max(t.name) FILTER (WHERE t.type = 'engine_brand') AS engine_brand,
      max(t.name) FILTER (WHERE t.type = 'engine_model') AS engine_model,
      max(t.name) FILTER (WHERE t.type = 'powerunit') AS power_unit
    FROM removed r JOIN tags t ON t.id = r.tag_id WHERE r.slot IS NOT NULL GROUP BY r.entity_id
  ) n WHERE e.id = n.entity_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION entity_tags_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  tag tags;
BEGIN
  SELECT * INTO STRICT tag FROM tags WHERE id = NEW.tag_id;
  IF tag.business_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM entities e JOIN businesses b ON b.id = e.business_id
    WHERE e.id = NEW.entity_id AND tag.business_id = ANY (b.path)
  ) THEN
    RAISE EXCEPTION 'the tag belongs to a business that is not above the entity' USING ERRCODE = 'check_violation';
  END IF;
  NEW.slot := CASE WHEN tag.type IN ('type', 'brand', 'model', 'color', 'engine_brand', 'engine_model', 'powerunit', 'group')
    THEN tag.type END;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION entity_tags_shown()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF pg_trigger_depth() > 1 THEN
    RETURN NULL;
  END IF;
  UPDATE entities e SET vehicle_type = coalesce(n.vehicle_type, e.vehicle_type), brand = coalesce(n.brand, e.brand),
    model = coalesce(n.model, e.model), color = coalesce(n.color, e.color),
    engine_brand = coalesce(n.engine_brand, e.engine_brand), engine_model = coalesce(n.engine_model, e.engine_model),
    power_unit = coalesce(n.power_unit, e.power_unit), updated_at = clock_timestamp()
  FROM (
    SELECT a.entity_id, max(t.vehicle_type) AS vehicle_type, max(t.name) FILTER (WHERE t.type = 'brand') AS brand,
      max(t.name) FILTER (WHERE t.type = 'model') AS model, max(t.name) FILTER (WHERE t.type = 'color') AS color,
      max(t.name) FILTER (WHERE t.type = 'engine_brand') AS engine_brand,
      max(t.name) FILTER (WHERE t.type = 'engine_model') AS engine_model,
      max(t.name) FILTER (WHERE t.type = 'powerunit') AS power_unit
    FROM added a JOIN tags t ON t.id = a.tag_id WHERE a.slot IS NOT NULL GROUP BY a.entity_id
  ) n WHERE e.id = n.entity_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION entity_tags_tell_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO alert_stay_changes (device_id) SELECT DISTINCT i.device_id FROM (SELECT DISTINCT entity_id AS id FROM worn) entity JOIN installations i ON i.entity_id = entity.id;
  RETURN NULL;
END $function$;
