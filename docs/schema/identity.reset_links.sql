-- Written by identity/directory, identity/provider

CREATE TABLE identity.reset_links (
  token_hash bytea NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT reset_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT reset_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts(id) ON DELETE CASCADE,
  CONSTRAINT reset_links_token_hash_check CHECK ((length(token_hash) = 32))
);

CREATE INDEX reset_links_account ON identity.reset_links USING btree (account_id);

GRANT DELETE, INSERT, SELECT, UPDATE ON identity.reset_links TO roadbook_identity;
