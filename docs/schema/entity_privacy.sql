-- A view

CREATE VIEW entity_privacy WITH (security_invoker=true) AS
 SELECT id AS entity_id,
    consumer_id IS NOT NULL AND NOT (EXISTS ( SELECT 1
           FROM consents c
          WHERE c.entity_id = e.id AND c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL)) OR (EXISTS ( SELECT 1
           FROM installations i
          WHERE i.entity_id = e.id AND i.removed_at IS NULL AND i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL)) AS hidden_from_business,
    (EXISTS ( SELECT 1
           FROM missing_cases m
          WHERE m.entity_id = e.id AND m.state = 'open'::text)) AS has_open_case
   FROM entities e;

GRANT SELECT ON entity_privacy TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON entity_privacy TO roadbook_web;
