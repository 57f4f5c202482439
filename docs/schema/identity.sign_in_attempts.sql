-- Written by identity

CREATE TABLE identity.sign_in_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_hash bytea NOT NULL,
  address text NOT NULL,
  attempted_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (id)
);

CREATE INDEX sign_in_attempts_address ON identity.sign_in_attempts USING btree (address, attempted_at);
CREATE INDEX sign_in_attempts_age ON identity.sign_in_attempts USING btree (attempted_at);

GRANT DELETE, INSERT, SELECT, UPDATE ON identity.sign_in_attempts TO roadbook_identity;
