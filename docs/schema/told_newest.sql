-- A view

CREATE VIEW told_newest WITH (security_barrier=true) AS
 SELECT s.entity_id,
    s.device_id,
    told.is_hidden,
        CASE
            WHEN NOT told.is_hidden THEN s.last_received_at
            WHEN s.last_received_at > (now() - '26:00:00'::interval) THEN date_trunc('day'::text, now(), 'UTC'::text)
            ELSE date_trunc('day'::text, s.last_received_at, 'UTC'::text)
        END AS judged_at,
        CASE
            WHEN NOT told.is_hidden THEN s.last_received_at
            ELSE NULL::timestamp with time zone
        END AS last_received_at,
        CASE
            WHEN NOT told.is_hidden THEN s.moving
            ELSE NULL::boolean
        END AS moving,
        CASE
            WHEN NOT told.is_hidden THEN o.odometer_m
            ELSE NULL::bigint
        END AS odometer_m,
        CASE
            WHEN NOT told.is_hidden THEN s.external_battery_mv
            ELSE NULL::integer
        END AS external_battery_mv
   FROM ( SELECT DISTINCT ON (device_states.entity_id) device_states.entity_id,
            device_states.device_id,
            device_states.last_received_at,
            device_states.moving,
            device_states.external_battery_mv
           FROM device_states
          WHERE device_states.entity_id IS NOT NULL AND (( SELECT scope_is_all() AS scope_is_all) OR (device_states.business_id IN ( SELECT scope_ids() AS scope_ids)))
          ORDER BY device_states.entity_id, device_states.last_received_at DESC, device_states.device_id DESC) s
     LEFT JOIN odometers o ON o.entity_id = s.entity_id
     LEFT JOIN ( SELECT e.id
           FROM entities e
          WHERE e.consumer_id IS NOT NULL AND NOT (EXISTS ( SELECT 1
                   FROM consents c
                  WHERE c.entity_id = e.id AND c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL))) customers ON customers.id = s.entity_id
     LEFT JOIN ( SELECT DISTINCT i.device_id,
            i.entity_id
           FROM installations i
          WHERE i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL) on_paper ON on_paper.device_id = s.device_id AND on_paper.entity_id = s.entity_id
     CROSS JOIN LATERAL ( SELECT customers.id IS NOT NULL OR on_paper.device_id IS NOT NULL AS is_hidden) told;

GRANT SELECT ON told_newest TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON told_newest TO roadbook_web;
