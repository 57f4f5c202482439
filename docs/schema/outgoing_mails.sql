-- Written by api/mail, tools/person

CREATE TABLE outgoing_mails (
  id uuid NOT NULL,
  template text NOT NULL,
  locale text NOT NULL,
  requested_by integer,
  business_id integer,
  sealed bytea,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  sent_at timestamp with time zone,
  CONSTRAINT outgoing_mails_pkey PRIMARY KEY (id),
  CONSTRAINT outgoing_mails_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT outgoing_mails_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT outgoing_mails_check CHECK (((sent_at IS NULL) OR (sealed IS NULL))),
  CONSTRAINT outgoing_mails_locale_check CHECK ((locale = ANY (ARRAY['nl'::text, 'en'::text, 'de'::text, 'fr'::text]))),
  CONSTRAINT outgoing_mails_template_check CHECK ((template ~ '^[a-z][a-z-]*$'::text))
);

CREATE INDEX outgoing_mails_age ON outgoing_mails USING btree (created_at);
CREATE INDEX outgoing_mails_business ON outgoing_mails USING btree (business_id);

ALTER TABLE outgoing_mails ENABLE ROW LEVEL SECURITY;
CREATE POLICY post ON outgoing_mails FOR INSERT TO roadbook_api WITH CHECK ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY process_roadbook_web ON outgoing_mails TO roadbook_web USING (true) WITH CHECK (true);

GRANT INSERT (id, template, locale, requested_by, business_id, sealed) ON outgoing_mails TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON outgoing_mails TO roadbook_web;
