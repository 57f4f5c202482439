-- A view

CREATE VIEW entity_subscription_states WITH (security_invoker=true) AS
 SELECT id,
    entity_id,
    subscription_id,
    starts_at,
    ends_at,
    covered_until,
    renews,
    period,
    currency,
    price_minor,
    grace_days,
    anchored_at,
    cancelled_at,
    given_by,
    created_at,
    updated_at,
        CASE
            WHEN status = 'cancelled'::text THEN 'cancelled'::text
            WHEN status = 'pending'::text OR starts_at > now() THEN 'pending'::text
            WHEN covered_until <= now() THEN 'expired'::text
            WHEN NOT renews AND ends_at <= (now() + '30 days'::interval) AND NOT (EXISTS ( SELECT 1
               FROM entity_subscriptions other
              WHERE other.entity_id = x.entity_id AND other.id <> x.id AND (other.status = 'active'::text OR other.status = 'pending'::text AND other.starts_at > now()) AND other.starts_at <= x.covered_until AND (other.renews OR other.ends_at IS NULL OR other.ends_at > x.ends_at))) THEN 'expiring'::text
            ELSE 'active'::text
        END AS state
   FROM entity_subscriptions x;

GRANT SELECT ON entity_subscription_states TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON entity_subscription_states TO roadbook_web;
