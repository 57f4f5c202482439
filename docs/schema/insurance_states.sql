-- A view

CREATE VIEW insurance_states WITH (security_invoker=true) AS
 SELECT x.id,
    x.entity_id,
    x.insurer,
    x.policy_number,
    x.coverage,
    x.starts_on,
    x.ends_on,
    x.insured_value_minor,
    x.currency,
    x.created_by,
    x.created_at,
    x.updated_at,
        CASE
            WHEN x.starts_on > clock.today THEN 'pending'::text
            WHEN x.ends_on < clock.today THEN 'expired'::text
            WHEN x.ends_on < (clock.today + 30) AND NOT (EXISTS ( SELECT 1
               FROM insurances other
              WHERE other.entity_id = x.entity_id AND other.id <> x.id AND (other.coverage = ANY (ARRAY[x.coverage, 'comprehensive'::text])) AND other.starts_on <= (x.ends_on + 1) AND (other.ends_on IS NULL OR other.ends_on > x.ends_on))) THEN 'expiring'::text
            ELSE 'active'::text
        END AS state
   FROM insurances x,
    LATERAL ( SELECT (now() AT TIME ZONE 'Europe/Amsterdam'::text)::date AS today) clock;

GRANT SELECT ON insurance_states TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON insurance_states TO roadbook_web;
