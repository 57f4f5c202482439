-- The tree of businesses.

-- Writes the path from the root, and refuses a business at a place where its kind may not be.
CREATE OR REPLACE FUNCTION businesses_place() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

-- Moves the whole subtree with a business. The update of a child’s path makes a trigger compute the path again from the
-- parent’s path.
CREATE OR REPLACE FUNCTION businesses_move_children() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE businesses SET path = '{}' WHERE parent_id = NEW.id;
  RETURN NULL;
END $$;

-- Allows one move at a time. Two moves that are valid separately could make a circle together, and a business that is created
-- below a moving business would keep the old path.
CREATE OR REPLACE FUNCTION businesses_one_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.parent_id IS DISTINCT FROM OLD.parent_id THEN
    PERFORM pg_advisory_xact_lock(5013);
  END IF;
  RETURN NEW;
END $$;

-- Refuses a change of a business’s kind, because the kind decides which businesses may be below it.
CREATE OR REPLACE FUNCTION businesses_keep_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM businesses below WHERE below.parent_id = NEW.id
      AND NOT (NEW.kind IN ('vendor', 'enterprise') OR (NEW.kind = 'company' AND below.kind = 'department'))
  ) THEN
    RAISE EXCEPTION 'what stands below cannot stand below a %', NEW.kind USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- Lets only a super admin write the flags of the contract (R-153). A business that another user creates has the flags of its
-- parent, so a vendor that may not install cannot create a department that may.
CREATE OR REPLACE FUNCTION businesses_keep_contract() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

-- Returns true if a business in scope has a recovery contract, or a business above it has one (G-24). Returns null outside the
-- scope.
CREATE OR REPLACE FUNCTION business_recovers(business int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM businesses above WHERE above.id = ANY (own.path) AND above.recovery_contract)
  FROM businesses own WHERE own.id = business AND (in_scope(own.id) OR in_scope(own.parent_id))
$$;
REVOKE ALL ON FUNCTION business_recovers(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION business_recovers(integer) TO roadbook_api;

-- Returns the path from the root to a business in scope. The business itself is last.
CREATE OR REPLACE FUNCTION business_path(business int) RETURNS TABLE (id int, name text, kind text, depth int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 8 AS $$
  SELECT above.id, above.name, above.kind, step.depth::int
  FROM businesses own
  CROSS JOIN LATERAL unnest(own.path) WITH ORDINALITY AS step (id, depth)
  JOIN businesses above ON above.id = step.id
  WHERE own.id = business AND in_scope(own.id)
  ORDER BY step.depth
$$;
REVOKE ALL ON FUNCTION business_path(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION business_path(integer) TO roadbook_api;

-- Returns, for each business in scope, the nearest vendor or enterprise: itself or one above it. Businesses below may know
-- the name of that business, but nothing else.
CREATE OR REPLACE FUNCTION sub_vendors_in_scope() RETURNS TABLE (business_id int, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 5000 AS $$
  SELECT DISTINCT ON (own.id) own.id, above.name
  FROM businesses own
  CROSS JOIN LATERAL unnest(own.path) WITH ORDINALITY AS step (id, depth)
  JOIN businesses above ON above.id = step.id AND above.kind IN ('vendor', 'enterprise')
  WHERE (SELECT scope_is_all()) OR own.id IN (SELECT scope_ids())
  ORDER BY own.id, step.depth DESC
$$;
REVOKE ALL ON FUNCTION sub_vendors_in_scope() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sub_vendors_in_scope() TO roadbook_api;

-- Returns the same for the given businesses.
CREATE OR REPLACE FUNCTION sub_vendors_of(businesses_asked int[]) RETURNS TABLE (business_id int, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 15 AS $$
  SELECT DISTINCT ON (own.id) own.id, above.name
  FROM businesses own
  CROSS JOIN LATERAL unnest(own.path) WITH ORDINALITY AS step (id, depth)
  JOIN businesses above ON above.id = step.id AND above.kind IN ('vendor', 'enterprise')
  WHERE own.id = ANY (businesses_asked) AND ((SELECT scope_is_all()) OR own.id IN (SELECT scope_ids()))
  ORDER BY own.id, step.depth DESC
$$;
REVOKE ALL ON FUNCTION sub_vendors_of(integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sub_vendors_of(integer[]) TO roadbook_api;

-- Moves everything that belongs to one business, including its past, to another business. The first business can then be
-- deleted (G-20). Finds the tables by their foreign keys, so that tables added later move, too.
CREATE OR REPLACE FUNCTION move_business_contents(from_business int, to_business int) RETURNS TABLE (table_name text, moved bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  link record;
  one record;
BEGIN
  IF NOT in_scope(from_business) OR NOT in_scope(to_business) THEN
    RAISE EXCEPTION 'not in scope' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT 1 FROM public.businesses b WHERE b.id = to_business AND from_business = ANY (b.path)) THEN
    RAISE EXCEPTION 'a business cannot take over what it stands below' USING ERRCODE = 'check_violation';
  END IF;
  -- A month that both closed becomes one.
  UPDATE logbook_entries x SET month_id = theirs.id
  FROM logbook_months ours JOIN logbook_months theirs ON theirs.entity_id = ours.entity_id AND theirs.month = ours.month
  WHERE x.month_id = ours.id AND ours.business_id = from_business AND theirs.business_id = to_business;
  DELETE FROM logbook_months ours USING logbook_months theirs
  WHERE theirs.entity_id = ours.entity_id AND theirs.month = ours.month
    AND ours.business_id = from_business AND theirs.business_id = to_business;
  FOR link IN
    SELECT c.conrelid::regclass AS child, c.conrelid::regclass::text AS name, a.attname AS col, c.confdeltype = 'c' AS ends
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = 'public.businesses'::regclass AND c.conparentid = 0
      -- Whose numbers they are, and what invoices say of it: nobody else becomes this one.
      AND (c.conrelid::regclass::text, a.attname) NOT IN (('invoices', 'seller_id'), ('invoice_parties', 'business_id'))
    ORDER BY 2
  LOOP
    BEGIN
      EXECUTE format('UPDATE %s SET %I = $2 WHERE %I = $1', link.child, link.col, link.col) USING from_business, to_business;
      GET DIAGNOSTICS moved = ROW_COUNT;
    EXCEPTION WHEN unique_violation THEN
      -- What the other one has already, and what ends with this one, stays.
      IF NOT link.ends THEN RAISE; END IF;
      moved := 0;
      FOR one IN EXECUTE format('SELECT ctid AS place FROM %s WHERE %I = $1', link.child, link.col) USING from_business LOOP
        BEGIN
          EXECUTE format('UPDATE %s SET %I = $2 WHERE ctid = $1', link.child, link.col) USING one.place, to_business;
          moved := moved + 1;
        EXCEPTION WHEN unique_violation THEN
          NULL;
        END;
      END LOOP;
    END;
    table_name := link.name;
    IF moved > 0 THEN
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION move_business_contents(integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_business_contents(integer,integer) TO roadbook_api;
