-- Written by identity

CREATE TABLE identity.keys (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  purpose text NOT NULL,
  value jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT keys_pkey PRIMARY KEY (id),
  CONSTRAINT keys_purpose_check CHECK ((purpose = ANY (ARRAY['signing'::text, 'cookie'::text])))
);

GRANT DELETE, INSERT, SELECT, UPDATE ON identity.keys TO roadbook_identity;
