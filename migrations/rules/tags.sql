-- Tags: the vehicles that have them, and their groups.

-- Checks that a tag applies to the vehicle: the vehicle belongs to the tag’s business or one below. If a vehicle can have
-- only one tag of a type, the type is stored as the slot of the tag.
CREATE OR REPLACE FUNCTION entity_tags_place() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
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
END $$;

-- Clears the brand of a vehicle when its brand tag is removed. A type stays, because every vehicle has one.
CREATE OR REPLACE FUNCTION entity_tags_gone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
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
END $$;

CREATE OR REPLACE FUNCTION entity_tags_shown() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
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
END $$;

-- Removes tags that no longer apply, at the end of the transaction, when everything has moved. The words of the tags stay on the
-- vehicle.
CREATE OR REPLACE FUNCTION entities_leave_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM entity_tags et USING entities e, businesses b, tags t
  WHERE e.id = et.entity_id AND b.id = e.business_id AND t.id = et.tag_id AND t.business_id <> ALL (b.path)
    AND CASE TG_TABLE_NAME WHEN 'entities' THEN e.id = NEW.id ELSE b.id = NEW.id END;
  RETURN NULL;
END $$;

-- Refuses a change of a tag’s type. Checks that a model has a brand, and that an engine model has an engine brand. The brand
-- must belong to the same business or one above.
CREATE OR REPLACE FUNCTION tags_keep_rules() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
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
END $$;

CREATE OR REPLACE FUNCTION tags_into_groups() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO tag_group_tags (group_id, tag_id) SELECT g.id, NEW.id FROM tag_groups g WHERE g.holds_type = NEW.type;
  RETURN NULL;
END $$;

-- Writes the new name of a tag on all its vehicles.
CREATE OR REPLACE FUNCTION tags_renamed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
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
END $$;

-- Renames a tag that moves to a business which already has one of that name. The id of the tag is added to its name.
CREATE OR REPLACE FUNCTION tags_taken_over() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'tags' THEN
    IF EXISTS (SELECT 1 FROM tags o WHERE o.business_id = NEW.business_id AND o.type = NEW.type AND o.deleted_at IS NULL
      AND o.parent_id IS NOT DISTINCT FROM NEW.parent_id AND lower(o.name) = lower(NEW.name)) THEN
      NEW.name := left(NEW.name, 80) || ' (' || OLD.id || ')';
    END IF;
  ELSIF EXISTS (SELECT 1 FROM tag_groups o WHERE o.business_id = NEW.business_id AND o.deleted_at IS NULL
    AND lower(o.name) = lower(NEW.name)) THEN
    NEW.name := left(NEW.name, 80) || ' (' || OLD.id || ')';
  END IF;
  RETURN NEW;
END $$;

-- Links vehicles in scope to tags of their type, brand, model, colour, engine and power unit, if the catalogue that applies to them
-- has the word. The nearest business’s tag is preferred, and a model of the vehicle’s brand.
CREATE OR REPLACE FUNCTION link_catalogue_tags(entity_ids int[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own int[] := ARRAY(SELECT e.id FROM entities e
    WHERE e.id = ANY (entity_ids) AND (scope_is_all() OR e.business_id IN (SELECT scope_ids())));
  wanted_entities int[];
  wanted_tags int[];
  wanted_types text[];
BEGIN
  SELECT array_agg(found.entity_id), array_agg(found.tag_id), array_agg(found.type)
  INTO wanted_entities, wanted_tags, wanted_types
  FROM (
    SELECT DISTINCT ON (word.entity_id, word.type) word.entity_id, word.type, t.id AS tag_id
    FROM (
      SELECT e.id AS entity_id, b.path, said.type, said.word, said.above
      FROM entities e JOIN businesses b ON b.id = e.business_id
      CROSS JOIN LATERAL (VALUES ('type', e.vehicle_type, NULL), ('brand', e.brand, NULL), ('model', e.model, e.brand),
        ('color', e.color, NULL), ('engine_brand', e.engine_brand, NULL), ('engine_model', e.engine_model, e.engine_brand),
        ('powerunit', e.power_unit, NULL)) said (type, word, above)
      WHERE e.id = ANY (own) AND said.word IS NOT NULL
    ) word
    JOIN tags t ON t.type = word.type AND t.deleted_at IS NULL AND (t.business_id IS NULL OR t.business_id = ANY (word.path))
      AND CASE t.type WHEN 'type' THEN t.vehicle_type = word.word ELSE lower(t.name) = lower(word.word) END
    LEFT JOIN tags parent ON parent.id = t.parent_id
    WHERE t.parent_id IS NULL OR lower(parent.name) = lower(word.above)
    ORDER BY word.entity_id, word.type, (t.type = 'type' AND t.name = word.word) DESC,
      array_position(word.path, t.business_id) DESC NULLS LAST, t.id
  ) found;
  DELETE FROM entity_tags et USING entities e, tags t
  WHERE et.entity_id = ANY (own) AND e.id = ANY (own) AND e.id = et.entity_id AND t.id = et.tag_id
    AND et.slot IN ('brand', 'model', 'color', 'engine_brand', 'engine_model', 'powerunit', 'type')
    AND NOT EXISTS (
      SELECT 1 FROM unnest(wanted_entities, wanted_tags) w (entity_id, tag_id)
      WHERE w.entity_id = et.entity_id AND w.tag_id = et.tag_id
    )
    -- a finer type than the one that is written down stays
    AND NOT (et.slot = 'type' AND t.vehicle_type = e.vehicle_type AND t.deleted_at IS NULL);
  INSERT INTO entity_tags (entity_id, tag_id, slot)
  SELECT w.entity_id, w.tag_id, w.type FROM unnest(wanted_entities, wanted_tags, wanted_types) w (entity_id, tag_id, type)
  ON CONFLICT DO NOTHING;
END $$;
REVOKE ALL ON FUNCTION link_catalogue_tags(integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION link_catalogue_tags(integer[]) TO roadbook_api;
