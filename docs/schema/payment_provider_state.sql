-- Written by api/payments

CREATE TABLE payment_provider_state (
  id boolean DEFAULT true NOT NULL,
  next_at timestamp with time zone DEFAULT now() NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  open_until timestamp with time zone,
  CONSTRAINT payment_provider_state_pkey PRIMARY KEY (id),
  CONSTRAINT payment_provider_state_failures_check CHECK ((failures >= 0)),
  CONSTRAINT payment_provider_state_id_check CHECK (id)
);

GRANT DELETE, INSERT, SELECT, UPDATE ON payment_provider_state TO roadbook_web;
