/** Variant of `sub_vendors_in_scope` for the businesses of one page instead of thousands. */
export const subVendorsOf = `
CREATE FUNCTION sub_vendors_of(businesses_asked int[]) RETURNS TABLE (business_id int, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 15 AS $$
  SELECT DISTINCT ON (own.id) own.id, above.name
  FROM businesses own
  CROSS JOIN LATERAL unnest(own.path) WITH ORDINALITY AS step (id, depth)
  JOIN businesses above ON above.id = step.id AND above.kind IN ('vendor', 'enterprise')
  WHERE own.id = ANY (businesses_asked) AND ((SELECT scope_is_all()) OR own.id IN (SELECT scope_ids()))
  ORDER BY own.id, step.depth DESC
$$;
REVOKE ALL ON FUNCTION sub_vendors_of(int[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sub_vendors_of(int[]) TO roadbook_api;
`
