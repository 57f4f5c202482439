/** Column for a device's last protocol, and rules for who may see its messages. */
export const deviceReads = `
-- What the tracker spoke when it connected last; null until then.
ALTER TABLE devices ADD COLUMN protocol text CHECK (length(protocol) BETWEEN 1 AND 40);

-- Names that nobody has registered belong to no business: only who sees every business sees them.
ALTER TABLE unknown_devices ENABLE ROW LEVEL SECURITY;
CREATE POLICY operators ON unknown_devices TO roadbook_api USING (current_setting('roadbook.scope', true) = 'all');

-- Since when, until when and on what a device in scope was installed, oldest first, also by others than the scope: their
-- periods must be known to be left out. Of those nothing but the times is told.
CREATE FUNCTION device_periods_in_scope(device int)
RETURNS TABLE (installed_at timestamptz, removed_at timestamptz, is_own boolean, entity_id int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 3 AS $$
  SELECT i.installed_at, i.removed_at, in_scope(i.business_id), CASE WHEN in_scope(i.business_id) THEN i.entity_id END
  FROM installations i JOIN devices d ON d.id = i.device_id
  WHERE i.device_id = device AND in_scope(d.business_id)
  ORDER BY i.installed_at
$$;
REVOKE ALL ON FUNCTION device_periods_in_scope(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_periods_in_scope(int) TO roadbook_api;
`
