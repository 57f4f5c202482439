-- Written by tools/person

CREATE TABLE erased_people (
  kind text NOT NULL,
  person_id integer NOT NULL,
  erased_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT erased_people_pkey PRIMARY KEY (kind, person_id),
  CONSTRAINT erased_people_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'customer'::text])))
);

GRANT DELETE, INSERT, SELECT, UPDATE ON erased_people TO roadbook_web;
