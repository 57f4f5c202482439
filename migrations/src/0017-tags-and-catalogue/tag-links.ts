/** Triggers that keep an entity's single tag of a type in step with the entity's column. */
export const tagLinks = `
-- A tag applies to the entities of its own business and below. Its type, when there can be but one, takes a slot.
CREATE FUNCTION entity_tags_place() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
CREATE TRIGGER entity_tags_place BEFORE INSERT ON entity_tags FOR EACH ROW EXECUTE FUNCTION entity_tags_place();

CREATE FUNCTION entity_tags_shown() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
CREATE TRIGGER entity_tags_shown AFTER INSERT ON entity_tags REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION entity_tags_shown();

-- Taking a brand off an entity takes its name off, too; a type stays, because every entity has one.
CREATE FUNCTION entity_tags_gone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
CREATE TRIGGER entity_tags_gone AFTER DELETE ON entity_tags REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION entity_tags_gone();

-- A tag that is called otherwise is called otherwise on every entity.
CREATE FUNCTION tags_renamed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
CREATE TRIGGER tags_renamed AFTER UPDATE OF name, vehicle_type ON tags FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.vehicle_type IS DISTINCT FROM NEW.vehicle_type) EXECUTE FUNCTION tags_renamed();

-- What a tag is stays; a model has a brand, an engine model an engine brand, of the same business or one above.
CREATE FUNCTION tags_keep_rules() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
CREATE TRIGGER tags_keep_rules BEFORE INSERT OR UPDATE OF type, parent_id ON tags
  FOR EACH ROW EXECUTE FUNCTION tags_keep_rules();

CREATE FUNCTION tags_into_groups() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO tag_group_tags (group_id, tag_id) SELECT g.id, NEW.id FROM tag_groups g WHERE g.holds_type = NEW.type;
  RETURN NULL;
END $$;
CREATE TRIGGER tags_into_groups AFTER INSERT ON tags FOR EACH ROW EXECUTE FUNCTION tags_into_groups();
`
