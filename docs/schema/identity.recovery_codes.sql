-- Written by identity/second-factor

CREATE TABLE identity.recovery_codes (
  account_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  CONSTRAINT recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.second_factors(account_id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

GRANT DELETE, INSERT, SELECT, UPDATE ON identity.recovery_codes TO roadbook_identity;
