-- Written by api/subscriptions

CREATE TABLE subscription_notices (
  entity_subscription_id integer NOT NULL,
  kind text NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  told_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT subscription_notices_pkey PRIMARY KEY (entity_subscription_id, kind, ends_at),
  CONSTRAINT subscription_notices_entity_subscription_id_fkey FOREIGN KEY (entity_subscription_id) REFERENCES entity_subscriptions(id) ON DELETE CASCADE,
  CONSTRAINT subscription_notices_kind_check CHECK ((kind = ANY (ARRAY['month'::text, 'week'::text, 'ended'::text])))
);

ALTER TABLE subscription_notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON subscription_notices TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON subscription_notices TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM entity_subscriptions x
  WHERE (x.id = subscription_notices.entity_subscription_id))));

GRANT INSERT (entity_subscription_id, kind, ends_at), SELECT ON subscription_notices TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON subscription_notices TO roadbook_web;
