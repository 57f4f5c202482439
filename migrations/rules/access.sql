-- Access: the scope of a request, and the rights that the maker of something still has.

-- Returns true if a business is in the scope of the present transaction. Without a scope, no business is in scope.
CREATE OR REPLACE FUNCTION in_scope(business int) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE coalesce(current_setting('roadbook.scope', true), '')
    WHEN '' THEN false
    WHEN 'all' THEN true
    ELSE business = ANY (string_to_array(current_setting('roadbook.scope', true), ',')::int[])
  END
$$;

CREATE OR REPLACE FUNCTION scope_is_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('roadbook.scope', true), '') = 'all'
$$;

CREATE OR REPLACE FUNCTION scope_is_given() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('roadbook.scope', true), '') <> ''
$$;

-- Returns the businesses in the scope of the present transaction. Returns none without a scope, and none if the scope is "all".
CREATE OR REPLACE FUNCTION scope_ids() RETURNS SETOF int LANGUAGE sql STABLE PARALLEL SAFE ROWS 100 AS $$
  SELECT unnest(string_to_array(nullif(nullif(current_setting('roadbook.scope', true), ''), 'all'), ',')::int[])
$$;

-- Returns the businesses in the scope and those above them, whose tags apply here. Returns none without a scope, and none if the
-- scope is "all".
CREATE OR REPLACE FUNCTION scope_line_ids() RETURNS SETOF int LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp ROWS 100 AS $$
  SELECT DISTINCT unnest(b.path) FROM businesses b WHERE b.id IN (SELECT scope_ids())
$$;
REVOKE ALL ON FUNCTION scope_line_ids() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scope_line_ids() TO roadbook_api;

CREATE OR REPLACE FUNCTION scope_has(ids int[]) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
      SET search_path = pg_catalog, public, pg_temp AS $$
        SELECT scope_is_all() OR coalesce(ids <@ ARRAY(SELECT scope_ids()), FALSE)
      $$;

CREATE OR REPLACE FUNCTION is_at_or_below(reader int, asker int) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
      SET search_path = pg_catalog, public, pg_temp AS $$
        SELECT EXISTS (
          SELECT FROM users r JOIN businesses b ON b.id = r.business_id CROSS JOIN users a
          WHERE r.id = reader AND (scope_is_all() OR b.id IN (SELECT scope_ids()))
            AND a.id = asker AND a.deleted_at IS NULL AND (a.business_id IS NULL OR a.business_id = ANY (b.path))
        )
      $$;
REVOKE ALL ON FUNCTION is_at_or_below(integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_at_or_below(integer,integer) TO roadbook_api;

-- Returns true if a user has a permission at a business now. If an API token is named, it must allow the action, too.
CREATE OR REPLACE FUNCTION user_may_at(maker int, token int, wanted text, business int) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM users u JOIN roles r ON r.id = u.role_id
    WHERE u.id = maker AND u.deleted_at IS NULL
      AND (EXISTS (SELECT FROM role_permissions p WHERE p.role_id = u.role_id AND p.permission = wanted)
        OR EXISTS (SELECT FROM user_permissions p WHERE p.user_id = u.id AND p.permission = wanted))
      AND (r.key = 'super-admin' OR EXISTS (SELECT FROM businesses b WHERE b.id = business AND u.business_id = ANY (b.path)))
  ) AND (token IS NULL OR EXISTS (
    SELECT FROM api_tokens k
    WHERE k.id = token AND k.user_id = maker AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
  ))
$$;
REVOKE ALL ON FUNCTION user_may_at(integer,integer,text,integer) FROM PUBLIC;

-- Returns the same for a request, if the business is in the scope of the request. The maker may belong to a business above.
CREATE OR REPLACE FUNCTION maker_still_may(maker int, token int, wanted text, business int) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (scope_is_all() OR business IN (SELECT scope_ids())) AND user_may_at(maker, token, wanted, business)
$$;
REVOKE ALL ON FUNCTION maker_still_may(integer,integer,text,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maker_still_may(integer,integer,text,integer) TO roadbook_api;

-- Returns true if users of a business in scope may know what a tracker sent at a moment. While the tracker was on a vehicle
-- of the business, they may know its data. If the vehicle is a customer’s, they need a consent or an open case. Nobody may
-- see data from the time when the tracker was on the vehicle only on paper. Between two vehicles, the data belongs to the
-- present owner of the tracker. This is not so before another business gave the tracker away, nor after a customer’s vehicle,
-- where the tracker may still be. `DeviceVisibility` of the API applies the same rule to many moments at once.
CREATE OR REPLACE FUNCTION may_be_told(device int, at timestamptz, sees_cases boolean) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN period.installed_at IS NOT NULL AND at < coalesce(period.removed_at, 'infinity') THEN
      in_scope(period.business_id) AND at >= period.shown_from AND (period.is_open OR (sees_cases AND EXISTS (
        SELECT FROM missing_cases m WHERE m.entity_id = period.entity_id AND m.state = 'open'
      )))
    ELSE NOT coalesce(period.was_customers, FALSE) AND NOT EXISTS (
      SELECT FROM installations i WHERE i.device_id = device AND NOT in_scope(i.business_id) AND coalesce(i.removed_at, 'infinity') > at
    )
  END
  FROM (SELECT device) asked LEFT JOIN LATERAL (
    SELECT i.installed_at, i.removed_at, i.business_id, i.entity_id,
      CASE WHEN i.followed_consumer_id IS NULL THEN i.installed_at ELSE coalesce(i.moved_at, 'infinity') END AS shown_from,
      e.consumer_id IS NULL OR EXISTS (
        SELECT FROM consents c
        WHERE c.entity_id = e.id AND c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL
      ) AS is_open,
      e.consumer_id IS NOT NULL OR i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL AS was_customers
    FROM installations i JOIN entities e ON e.id = i.entity_id
    WHERE i.device_id = device AND i.installed_at <= at ORDER BY i.installed_at DESC, i.id DESC LIMIT 1
  ) period ON TRUE
$$;
REVOKE ALL ON FUNCTION may_be_told(integer,timestamp with time zone,boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION may_be_told(integer,timestamp with time zone,boolean) TO roadbook_api;
