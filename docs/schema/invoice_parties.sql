-- Written by api/invoices, tools/seed

CREATE TABLE invoice_parties (
  business_id integer NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  postcode text NOT NULL,
  city text NOT NULL,
  country text NOT NULL,
  vat_number text,
  locale text NOT NULL,
  prefix text DEFAULT ''::text NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT invoice_parties_pkey PRIMARY KEY (business_id),
  CONSTRAINT invoice_parties_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT invoice_parties_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT invoice_parties_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'nl'::text, 'de'::text, 'fr'::text]))),
  CONSTRAINT invoice_parties_name_check CHECK ((length(TRIM(BOTH FROM name)) > 0)),
  CONSTRAINT invoice_parties_prefix_check CHECK ((prefix ~ '^[A-Z0-9/-]{0,12}$'::text)),
  CONSTRAINT invoice_parties_vat_number_check CHECK ((vat_number ~ '^[A-Z0-9+*.-]{4,20}$'::text))
);

ALTER TABLE invoice_parties ENABLE ROW LEVEL SECURITY;
CREATE POLICY add ON invoice_parties FOR INSERT TO roadbook_api WITH CHECK ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY change ON invoice_parties FOR UPDATE TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY process_roadbook_web ON invoice_parties TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope_read ON invoice_parties FOR SELECT TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_line_ids() AS scope_line_ids))));

GRANT INSERT, SELECT, UPDATE ON invoice_parties TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON invoice_parties TO roadbook_web;
