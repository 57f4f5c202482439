-- Written by api/subscriptions, tools/seed

CREATE TABLE business_subscriptions (
  business_id integer NOT NULL,
  subscription_id integer NOT NULL,
  is_discounted boolean DEFAULT false NOT NULL,
  attached_at timestamp with time zone DEFAULT now() NOT NULL,
  attached_by integer,
  CONSTRAINT business_subscriptions_pkey PRIMARY KEY (business_id, subscription_id),
  CONSTRAINT business_subscriptions_attached_by_fkey FOREIGN KEY (attached_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT business_subscriptions_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT business_subscriptions_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE RESTRICT
);

CREATE INDEX business_subscriptions_attached_by ON business_subscriptions USING btree (attached_by);
CREATE INDEX business_subscriptions_subscription ON business_subscriptions USING btree (subscription_id);

ALTER TABLE business_subscriptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY add ON business_subscriptions FOR INSERT TO roadbook_api WITH CHECK (((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))) AND (EXISTS ( SELECT 1
   FROM subscriptions s
  WHERE (s.id = business_subscriptions.subscription_id)))));
CREATE POLICY change ON business_subscriptions FOR UPDATE TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY process_roadbook_web ON business_subscriptions TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY remove ON business_subscriptions FOR DELETE TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY scope_read ON business_subscriptions FOR SELECT TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_line_ids() AS scope_line_ids))));

GRANT DELETE, INSERT (business_id, subscription_id, is_discounted, attached_by), SELECT, UPDATE (is_discounted) ON business_subscriptions TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON business_subscriptions TO roadbook_web;
