/**
 * Function "Move everything to" (G-20): moves everything that belongs to one business to another business, including the
 * history. The first business can then be deleted. The function finds the tables by their foreign keys, so it also works
 * for tables that are added later.
 */
export const moveContents = `
CREATE FUNCTION move_business_contents(from_business int, to_business int) RETURNS TABLE (table_name text, moved bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  link record;
BEGIN
  IF NOT in_scope(from_business) OR NOT in_scope(to_business) THEN
    RAISE EXCEPTION 'not in scope' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT 1 FROM public.businesses b WHERE b.id = to_business AND from_business = ANY (b.path)) THEN
    RAISE EXCEPTION 'a business cannot take over what it stands below' USING ERRCODE = 'check_violation';
  END IF;
  FOR link IN
    SELECT c.conrelid::regclass AS child, c.conrelid::regclass::text AS name, a.attname AS col
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = 'public.businesses'::regclass AND c.conparentid = 0
    ORDER BY 2
  LOOP
    EXECUTE format('UPDATE %s SET %I = $2 WHERE %I = $1', link.child, link.col, link.col) USING from_business, to_business;
    GET DIAGNOSTICS moved = ROW_COUNT;
    table_name := link.name;
    IF moved > 0 THEN
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION move_business_contents(int, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_business_contents(int, int) TO roadbook_api;
`
