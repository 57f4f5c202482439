-- Written by identity/sessions

CREATE TABLE identity.sessions (
  uid text NOT NULL,
  account_id uuid NOT NULL,
  user_agent text NOT NULL,
  address text NOT NULL,
  signed_in_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (uid),
  CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts(id) ON DELETE CASCADE
);

CREATE INDEX sessions_account ON identity.sessions USING btree (account_id);

GRANT DELETE, INSERT, SELECT, UPDATE ON identity.sessions TO roadbook_identity;
