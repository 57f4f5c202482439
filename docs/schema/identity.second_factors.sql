-- Written by identity/second-factor
-- Deleting a row deletes its rows in identity.recovery_codes

CREATE TABLE identity.second_factors (
  account_id uuid NOT NULL,
  secret bytea NOT NULL,
  last_step bigint NOT NULL,
  enabled_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT second_factors_pkey PRIMARY KEY (account_id),
  CONSTRAINT second_factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts(id) ON DELETE CASCADE,
  CONSTRAINT second_factors_secret_check CHECK ((length(secret) >= 20))
);

GRANT DELETE, INSERT, SELECT, UPDATE ON identity.second_factors TO roadbook_identity;
