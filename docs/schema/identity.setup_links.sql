-- Written by identity, identity/provider

CREATE TABLE identity.setup_links (
  token_hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT setup_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT setup_links_token_hash_check CHECK ((length(token_hash) = 32))
);

GRANT DELETE, INSERT, SELECT, UPDATE ON identity.setup_links TO roadbook_identity;
