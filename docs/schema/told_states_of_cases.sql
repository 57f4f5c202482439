-- A view

CREATE VIEW told_states_of_cases WITH (security_barrier=true) AS
 SELECT s.device_id,
    s.imei,
    s.entity_id,
    s.business_id,
    told.is_hidden,
        CASE
            WHEN NOT told.is_hidden THEN s.last_received_at
            WHEN s.last_received_at > (now() - '26:00:00'::interval) THEN date_trunc('day'::text, now(), 'UTC'::text)
            ELSE date_trunc('day'::text, s.last_received_at, 'UTC'::text)
        END AS judged_at,
        CASE
            WHEN NOT told.is_hidden THEN s.revision
            ELSE NULL::integer
        END AS revision,
        CASE
            WHEN NOT told.is_hidden THEN s.last_received_at
            ELSE NULL::timestamp with time zone
        END AS last_received_at,
        CASE
            WHEN NOT told.is_hidden THEN s.last_positioned_at
            ELSE NULL::timestamp with time zone
        END AS last_positioned_at,
        CASE
            WHEN NOT told.is_hidden THEN s.valid_positioned_at
            ELSE NULL::timestamp with time zone
        END AS valid_positioned_at,
        CASE
            WHEN NOT told.is_hidden THEN s.latitude
            ELSE NULL::integer
        END AS latitude,
        CASE
            WHEN NOT told.is_hidden THEN s.longitude
            ELSE NULL::integer
        END AS longitude,
        CASE
            WHEN NOT told.is_hidden THEN s.speed_kph
            ELSE NULL::real
        END AS speed_kph,
        CASE
            WHEN NOT told.is_hidden THEN s.heading
            ELSE NULL::smallint
        END AS heading,
        CASE
            WHEN NOT told.is_hidden THEN s.moving
            ELSE NULL::boolean
        END AS moving,
        CASE
            WHEN NOT told.is_hidden THEN s.last_activity_at
            ELSE NULL::timestamp with time zone
        END AS last_activity_at,
        CASE
            WHEN NOT told.is_hidden THEN s.ignition
            ELSE NULL::boolean
        END AS ignition,
        CASE
            WHEN NOT told.is_hidden THEN o.odometer_m
            ELSE NULL::bigint
        END AS odometer_m,
        CASE
            WHEN NOT told.is_hidden THEN s.external_battery_mv
            ELSE NULL::integer
        END AS external_battery_mv,
        CASE
            WHEN NOT told.is_hidden THEN s.battery_mv
            ELSE NULL::integer
        END AS battery_mv,
        CASE
            WHEN NOT told.is_hidden THEN s.battery_percent
            ELSE NULL::smallint
        END AS battery_percent,
        CASE
            WHEN NOT told.is_hidden THEN s.gsm_signal
            ELSE NULL::smallint
        END AS gsm_signal,
        CASE
            WHEN NOT told.is_hidden THEN s.satellites
            ELSE NULL::smallint
        END AS satellites
   FROM device_states s
     LEFT JOIN odometers o ON o.entity_id = s.entity_id
     LEFT JOIN LATERAL ( SELECT e.consumer_id IS NOT NULL AND NOT (EXISTS ( SELECT 1
                   FROM consents c
                  WHERE c.entity_id = e.id AND c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL)) OR (EXISTS ( SELECT 1
                   FROM installations i
                  WHERE i.device_id = s.device_id AND i.entity_id = s.entity_id AND i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL)) AS is_hidden,
            (EXISTS ( SELECT 1
                   FROM missing_cases m
                  WHERE m.entity_id = e.id AND m.state = 'open'::text)) AS has_open_case
           FROM entities e
          WHERE e.id = s.entity_id) on_vehicle ON true
     LEFT JOIN LATERAL ( SELECT was.consumer_id IS NOT NULL OR last.followed_consumer_id IS NOT NULL AND last.moved_at IS NULL AS is_hidden
           FROM installations last
             JOIN entities was ON was.id = last.entity_id
          WHERE s.entity_id IS NULL AND last.device_id = s.device_id
          ORDER BY last.installed_at DESC, last.id DESC
         LIMIT 1) on_nothing ON true
     CROSS JOIN LATERAL ( SELECT COALESCE(on_vehicle.is_hidden AND NOT on_vehicle.has_open_case, on_nothing.is_hidden, false) AS is_hidden) told
  WHERE ( SELECT scope_is_all() AS scope_is_all) OR (s.business_id IN ( SELECT scope_ids() AS scope_ids));

GRANT SELECT ON told_states_of_cases TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON told_states_of_cases TO roadbook_web;
