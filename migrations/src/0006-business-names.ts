import { Migration } from './migration.js'

/**
 * Adds functions that return the names of the businesses above the caller's own. Row security hides the rows of these
 * businesses, but an employee of a dealer may know their names. For the businesses from the root down to the caller's own,
 * the functions return only names, kinds and ids.
 */
export class BusinessNames1763700000006 extends Migration {
  readonly steps = [functions]
}

const functions = `
-- The way from the root to a business in scope, itself included and last.
CREATE FUNCTION business_path(business int) RETURNS TABLE (id int, name text, kind text, depth int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 8 AS $$
  SELECT above.id, above.name, above.kind, step.depth::int
  FROM businesses own
  CROSS JOIN LATERAL unnest(own.path) WITH ORDINALITY AS step (id, depth)
  JOIN businesses above ON above.id = step.id
  WHERE own.id = business AND in_scope(own.id)
  ORDER BY step.depth
$$;

-- For every business in scope the nearest vendor or enterprise on its way from the root, itself included.
CREATE FUNCTION sub_vendors_in_scope() RETURNS TABLE (business_id int, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 100 AS $$
  SELECT DISTINCT ON (own.id) own.id, above.name
  FROM businesses own
  CROSS JOIN LATERAL unnest(own.path) WITH ORDINALITY AS step (id, depth)
  JOIN businesses above ON above.id = step.id AND above.kind IN ('vendor', 'enterprise')
  WHERE in_scope(own.id)
  ORDER BY own.id, step.depth DESC
$$;

REVOKE ALL ON FUNCTION business_path(int), sub_vendors_in_scope() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION business_path(int), sub_vendors_in_scope() TO roadbook_api;
`
