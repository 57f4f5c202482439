-- A view

CREATE VIEW device_signs WITH (security_barrier=true) AS
 SELECT d.id AS device_id,
    s.clock_lag_s,
    s.clock_offset_minutes,
        CASE
            WHEN s.business_id IS NULL OR ( SELECT scope_is_all() AS scope_is_all) OR (s.business_id IN ( SELECT scope_ids() AS scope_ids)) THEN (s.clock_told_at AT TIME ZONE 'UTC'::text)::date
            ELSE NULL::date
        END AS clock_told_on,
        CASE
            WHEN NOT (EXISTS ( SELECT 1
               FROM installations i
              WHERE i.device_id = d.id)) THEN s.last_received_at
            ELSE NULL::timestamp with time zone
        END AS heard_at
   FROM devices d
     JOIN device_states s ON s.device_id = d.id
  WHERE ( SELECT scope_is_all() AS scope_is_all) OR (d.business_id IN ( SELECT scope_ids() AS scope_ids));

GRANT SELECT ON device_signs TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON device_signs TO roadbook_web;
