-- Written by identity
-- Deleting a row deletes its rows in identity.reset_links, identity.second_factors, identity.sessions

CREATE TABLE identity.accounts (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  must_change_password boolean DEFAULT false NOT NULL,
  temporary_until timestamp with time zone,
  password_changed_at timestamp with time zone DEFAULT now() NOT NULL,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_email_key UNIQUE (email),
  CONSTRAINT accounts_check CHECK ((must_change_password OR (temporary_until IS NULL))),
  CONSTRAINT accounts_email_check CHECK (((email = lower(email)) AND (email ~~ '%_@_%'::text)))
);

GRANT DELETE, INSERT, SELECT, UPDATE ON identity.accounts TO roadbook_identity;
