-- Written by api/auth

CREATE TABLE api_token_addresses (
  token_id integer NOT NULL,
  address text NOT NULL,
  first_used_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT api_token_addresses_pkey PRIMARY KEY (token_id, address),
  CONSTRAINT api_token_addresses_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id) ON DELETE CASCADE
);

GRANT DELETE, INSERT, SELECT, UPDATE ON api_token_addresses TO roadbook_web;
