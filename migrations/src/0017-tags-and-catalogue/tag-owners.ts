/**
 * Rules for moved entities and businesses: an entity loses tags of businesses that are no longer above it, and names of tags stay
 * unique.
 */
export const tagOwners = `
-- At the end of the transaction, when all that moves has moved. What the tag said stays written on the entity.
CREATE FUNCTION entities_leave_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM entity_tags et USING entities e, businesses b, tags t
  WHERE e.id = et.entity_id AND b.id = e.business_id AND t.id = et.tag_id AND t.business_id <> ALL (b.path)
    AND CASE TG_TABLE_NAME WHEN 'entities' THEN e.id = NEW.id ELSE b.id = NEW.id END;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entities_leave_tags AFTER UPDATE OF business_id ON entities DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.business_id <> NEW.business_id) EXECUTE FUNCTION entities_leave_tags();
CREATE CONSTRAINT TRIGGER businesses_leave_tags AFTER UPDATE OF parent_id, path ON businesses DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.path IS DISTINCT FROM NEW.path) EXECUTE FUNCTION entities_leave_tags();

-- A business that takes over another one's tags may have one of that name: the one that comes says whose it was.
CREATE FUNCTION tags_taken_over() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
CREATE TRIGGER tags_taken_over BEFORE UPDATE OF business_id ON tags
  FOR EACH ROW WHEN (OLD.business_id IS DISTINCT FROM NEW.business_id) EXECUTE FUNCTION tags_taken_over();
CREATE TRIGGER tag_groups_taken_over BEFORE UPDATE OF business_id ON tag_groups
  FOR EACH ROW WHEN (OLD.business_id IS DISTINCT FROM NEW.business_id) EXECUTE FUNCTION tags_taken_over();
`
