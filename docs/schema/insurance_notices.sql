-- Written by api/insurances

CREATE TABLE insurance_notices (
  insurance_id integer NOT NULL,
  kind text NOT NULL,
  ends_on date NOT NULL,
  told_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT insurance_notices_pkey PRIMARY KEY (insurance_id, kind, ends_on),
  CONSTRAINT insurance_notices_insurance_id_fkey FOREIGN KEY (insurance_id) REFERENCES insurances(id) ON DELETE CASCADE,
  CONSTRAINT insurance_notices_kind_check CHECK ((kind = ANY (ARRAY['month'::text, 'week'::text, 'ended'::text])))
);

ALTER TABLE insurance_notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON insurance_notices TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON insurance_notices TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM insurances x
  WHERE (x.id = insurance_notices.insurance_id))));

GRANT INSERT (insurance_id, kind, ends_on), SELECT ON insurance_notices TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON insurance_notices TO roadbook_web;
