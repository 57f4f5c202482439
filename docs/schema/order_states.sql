-- A view

CREATE VIEW order_states WITH (security_invoker=true) AS
 SELECT id,
        CASE
            WHEN status <> 'paid'::text OR starts_at IS NULL OR starts_at > now() THEN status
            WHEN ends_at <= now() THEN 'expired'::text
            WHEN ends_at <= (now() + '30 days'::interval) THEN 'expiring'::text
            ELSE 'active'::text
        END AS state
   FROM orders o;

GRANT SELECT ON order_states TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON order_states TO roadbook_web;
