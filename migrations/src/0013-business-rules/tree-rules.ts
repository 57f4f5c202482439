/** Rules that keep the tree valid under concurrent moves and when a business changes its kind. */
export const treeRules = `
-- One at a time: two moves that each look right alone could make a circle together, and what is made below a business
-- that moves would keep the old way to it.
CREATE FUNCTION businesses_one_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.parent_id IS DISTINCT FROM OLD.parent_id THEN
    PERFORM pg_advisory_xact_lock(5013);
  END IF;
  RETURN NEW;
END $$;
-- Before businesses_place: triggers fire in the order of their names.
CREATE TRIGGER businesses_one_move BEFORE INSERT OR UPDATE OF parent_id ON businesses
  FOR EACH ROW EXECUTE FUNCTION businesses_one_move();

-- What a business is decides what may stand below it.
CREATE FUNCTION businesses_keep_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM businesses below WHERE below.parent_id = NEW.id
      AND NOT (NEW.kind IN ('vendor', 'enterprise') OR (NEW.kind = 'company' AND below.kind = 'department'))
  ) THEN
    RAISE EXCEPTION 'what stands below cannot stand below a %', NEW.kind USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER businesses_keep_kind BEFORE UPDATE OF kind ON businesses
  FOR EACH ROW WHEN (OLD.kind IS DISTINCT FROM NEW.kind) EXECUTE FUNCTION businesses_keep_kind();
`
