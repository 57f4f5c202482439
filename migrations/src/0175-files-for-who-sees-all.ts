import { Migration } from './migration.js'

/**
 * Checks at the download of a file if the reader may see everything in it. For this, the businesses that a file covers are
 * stored with it. Files from before this step are assumed to cover everything that their author's business has now.
 */
export class FilesForWhoSeesAll1763700000175 extends Migration {
  readonly steps = [
    `ALTER TABLE report_files ADD business_ids int[];
    ALTER TABLE exported_files ADD business_ids int[]`,
    `COMMENT ON COLUMN report_files.business_ids IS 'of the vehicles in it; null: for who sees everything'`,
    `COMMENT ON COLUMN exported_files.business_ids IS 'that its maker saw; null: for who sees everything'`,
    `UPDATE report_files f SET business_ids = CASE WHEN cardinality(r.entity_ids) > 0
        THEN ARRAY(SELECT DISTINCT e.business_id FROM entities e WHERE e.id = ANY (r.entity_ids) AND e.business_id IS NOT NULL)
        ELSE (SELECT array_agg(b.id) FROM users u JOIN businesses b ON u.business_id = ANY (b.path) WHERE u.id = r.user_id) END
      FROM report_requests r WHERE r.id = f.request_id`,
    `UPDATE exported_files f SET business_ids =
        (SELECT array_agg(b.id) FROM users u JOIN businesses b ON u.business_id = ANY (b.path) WHERE u.id = f.user_id)`,
    `CREATE FUNCTION scope_has(ids int[]) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
      SET search_path = pg_catalog, public, pg_temp AS $$
        SELECT scope_is_all() OR coalesce(ids <@ ARRAY(SELECT scope_ids()), FALSE)
      $$`,
    // True only for a reader who is in the scope, and who is the asker or below the asker.
    `CREATE FUNCTION is_at_or_below(reader int, asker int) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
      SET search_path = pg_catalog, public, pg_temp AS $$
        SELECT EXISTS (
          SELECT FROM users r JOIN businesses b ON b.id = r.business_id CROSS JOIN users a
          WHERE r.id = reader AND (scope_is_all() OR b.id IN (SELECT scope_ids()))
            AND a.id = asker AND a.deleted_at IS NULL AND (a.business_id IS NULL OR a.business_id = ANY (b.path))
        )
      $$;
    REVOKE ALL ON FUNCTION is_at_or_below(int, int) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION is_at_or_below(int, int) TO roadbook_api`,
    `ALTER POLICY scope ON exported_files
      USING (scope_has(business_ids) AND EXISTS (SELECT 1 FROM users u WHERE u.id = user_id))`,
  ]
}
