-- Written by api/payments

CREATE TABLE provider_payments (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id integer NOT NULL,
  business_id integer NOT NULL,
  provider text NOT NULL,
  key uuid DEFAULT gen_random_uuid() NOT NULL,
  ref text,
  intent text,
  currency text NOT NULL,
  amount_minor integer NOT NULL,
  status text DEFAULT 'open'::text NOT NULL,
  paid_at timestamp with time zone,
  refunded_minor integer DEFAULT 0 NOT NULL,
  withdrawn_minor integer DEFAULT 0 NOT NULL,
  withdrawn_at timestamp with time zone,
  is_counted boolean DEFAULT false NOT NULL,
  problem text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT provider_payments_pkey PRIMARY KEY (id),
  CONSTRAINT provider_payments_key_key UNIQUE (key),
  CONSTRAINT provider_payments_provider_ref_key UNIQUE (provider, ref),
  CONSTRAINT provider_payments_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT provider_payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT provider_payments_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT provider_payments_check CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
  CONSTRAINT provider_payments_check1 CHECK ((is_counted <= (status = 'paid'::text))),
  CONSTRAINT provider_payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT provider_payments_problem_check CHECK ((problem = ANY (ARRAY['amount'::text, 'surplus'::text]))),
  CONSTRAINT provider_payments_provider_check CHECK ((provider = ANY (ARRAY['mollie'::text, 'stripe'::text]))),
  CONSTRAINT provider_payments_refunded_minor_check CHECK ((refunded_minor >= 0)),
  CONSTRAINT provider_payments_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'failed'::text, 'ended'::text]))),
  CONSTRAINT provider_payments_withdrawn_minor_check CHECK ((withdrawn_minor >= 0))
);

CREATE INDEX provider_payments_business ON provider_payments USING btree (business_id);
CREATE UNIQUE INDEX provider_payments_counted ON provider_payments USING btree (order_id) WHERE is_counted;
CREATE INDEX provider_payments_intent ON provider_payments USING btree (provider, intent);
CREATE UNIQUE INDEX provider_payments_open ON provider_payments USING btree (order_id) WHERE (status = 'open'::text);
CREATE INDEX provider_payments_order ON provider_payments USING btree (order_id);

ALTER TABLE provider_payments ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON provider_payments TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON provider_payments TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT (order_id, business_id, provider, currency, amount_minor), SELECT, UPDATE (ref, intent, status, paid_at, refunded_minor, withdrawn_minor, withdrawn_at, is_counted, problem, updated_at) ON provider_payments TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON provider_payments TO roadbook_web;
