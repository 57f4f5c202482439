-- Written by api/insurances, tools/seed
-- Deleting a row deletes its rows in insurance_documents, insurance_notices

CREATE TABLE insurances (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  entity_id integer NOT NULL,
  insurer text NOT NULL,
  policy_number text NOT NULL,
  coverage text NOT NULL,
  starts_on date NOT NULL,
  ends_on date,
  insured_value_minor integer,
  currency text,
  created_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT insurances_pkey PRIMARY KEY (id),
  CONSTRAINT insurances_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT insurances_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT insurances_check CHECK ((ends_on >= starts_on)),
  CONSTRAINT insurances_check1 CHECK (((insured_value_minor IS NULL) = (currency IS NULL))),
  CONSTRAINT insurances_coverage_check CHECK ((coverage = ANY (ARRAY['liability'::text, 'theft'::text, 'partial'::text, 'comprehensive'::text]))),
  CONSTRAINT insurances_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT insurances_insured_value_minor_check CHECK ((insured_value_minor >= 0)),
  CONSTRAINT insurances_insurer_check CHECK ((insurer <> ''::text)),
  CONSTRAINT insurances_policy_number_check CHECK ((policy_number <> ''::text))
);

CREATE INDEX insurances_created_by ON insurances USING btree (created_by);
CREATE INDEX insurances_ends ON insurances USING btree (ends_on);
CREATE INDEX insurances_entity ON insurances USING btree (entity_id, starts_on);

ALTER TABLE insurances ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON insurances TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON insurances TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM entities e
  WHERE (e.id = insurances.entity_id))));

GRANT DELETE, INSERT (entity_id, insurer, policy_number, coverage, starts_on, ends_on, insured_value_minor, currency, created_by), SELECT, UPDATE (insurer, policy_number, coverage, starts_on, ends_on, insured_value_minor, currency, updated_at) ON insurances TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON insurances TO roadbook_web;
