/** Policies that decide who may see a tag and who may change it. */
export const tagRowSecurity = `
-- The businesses of the scope and those above them: whose tags apply here. None when there is no scope, or it is "all".
CREATE FUNCTION scope_line_ids() RETURNS SETOF int LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp ROWS 100 AS $$
  SELECT DISTINCT unnest(b.path) FROM businesses b WHERE b.id IN (SELECT scope_ids())
$$;
CREATE FUNCTION scope_is_given() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('roadbook.scope', true), '') <> ''
$$;
REVOKE ALL ON FUNCTION scope_line_ids() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scope_line_ids() TO roadbook_api;

GRANT SELECT, INSERT, UPDATE, DELETE ON tag_groups TO roadbook_api;
GRANT SELECT, INSERT, DELETE ON tag_group_tags TO roadbook_api;
GRANT SELECT, INSERT, UPDATE (undone_at), DELETE ON tag_changes TO roadbook_api;
REVOKE INSERT, UPDATE ON entity_tags FROM roadbook_api;
GRANT INSERT (entity_id, tag_id) ON entity_tags TO roadbook_api;

ALTER TABLE tags ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope_read ON tags FOR SELECT TO roadbook_api USING ((SELECT scope_is_all())
  OR (business_id IS NULL AND (SELECT scope_is_given())) OR business_id IN (SELECT scope_line_ids()));
CREATE POLICY add ON tags FOR INSERT TO roadbook_api
  WITH CHECK ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
CREATE POLICY change ON tags FOR UPDATE TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
CREATE POLICY remove ON tags FOR DELETE TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));

ALTER TABLE tag_groups ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope_read ON tag_groups FOR SELECT TO roadbook_api USING ((SELECT scope_is_all())
  OR (business_id IS NULL AND (SELECT scope_is_given())) OR business_id IN (SELECT scope_line_ids()));
CREATE POLICY add ON tag_groups FOR INSERT TO roadbook_api
  WITH CHECK ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
CREATE POLICY change ON tag_groups FOR UPDATE TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
CREATE POLICY remove ON tag_groups FOR DELETE TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));

-- A tag stands in a group for whoever sees both. It takes one of the two to be one's own to put it there.
ALTER TABLE tag_group_tags ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope_read ON tag_group_tags FOR SELECT TO roadbook_api
  USING (group_id IN (SELECT id FROM tag_groups) AND tag_id IN (SELECT id FROM tags));
CREATE POLICY add ON tag_group_tags FOR INSERT TO roadbook_api
  WITH CHECK (group_id IN (SELECT id FROM tag_groups) AND tag_id IN (SELECT id FROM tags) AND (
    (SELECT scope_is_all())
    OR EXISTS (SELECT 1 FROM tags t WHERE t.id = tag_id AND t.business_id IN (SELECT scope_ids()))
    OR EXISTS (SELECT 1 FROM tag_groups g WHERE g.id = group_id AND g.business_id IN (SELECT scope_ids()))));
CREATE POLICY remove ON tag_group_tags FOR DELETE TO roadbook_api
  USING ((SELECT scope_is_all())
    OR EXISTS (SELECT 1 FROM tags t WHERE t.id = tag_id AND t.business_id IN (SELECT scope_ids()))
    OR EXISTS (SELECT 1 FROM tag_groups g WHERE g.id = group_id AND g.business_id IN (SELECT scope_ids())));

-- Looked up by key: a scope of all entities is not read for the tags of one page.
ALTER POLICY scope ON entity_tags USING (EXISTS (SELECT 1 FROM entities e WHERE e.id = entity_tags.entity_id))
  WITH CHECK (EXISTS (SELECT 1 FROM entities e WHERE e.id = entity_tags.entity_id)
    AND EXISTS (SELECT 1 FROM tags t WHERE t.id = entity_tags.tag_id));

ALTER TABLE tag_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON tag_changes TO roadbook_api USING (user_id IN (SELECT id FROM users));
`
