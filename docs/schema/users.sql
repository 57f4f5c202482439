-- Written by api/account, api/auth, api/businesses, api/users, identity, tools, tools/business, tools/seed
-- UPDATE: writes entity_shares, maintenance_calendar_links, missing_case_shares (users_end_links)
-- UPDATE: writes api_tokens (users_end_tokens)
-- Deleting a row deletes its rows in alert_rule_users, alert_tellings, analytics_charts, api_tokens, app_notification_recipients, bulk_changes, exported_files, idempotency_keys, install_presets, maintenance_calendar_links, push_registrations, report_recipients, report_requests, report_schedules, shop_codes, user_calls, user_devices, user_permissions

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  issuer text,
  subject text,
  business_id integer,
  role_id integer NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  address text,
  postcode text,
  city text,
  phone text,
  telephone text,
  locale text DEFAULT 'en'::text NOT NULL,
  time_zone text,
  last_seen_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  tokens_valid_from timestamp with time zone,
  account_managed boolean DEFAULT false NOT NULL,
  search_text text GENERATED ALWAYS AS (found_by_both(((((((((first_name || ' '::text) || last_name) || '
'::text) || email) || '
'::text) || COALESCE(city, ''::text)) || '
'::text) || COALESCE(phone, ''::text)))) STORED,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_issuer_subject_key UNIQUE (issuer, subject),
  CONSTRAINT users_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT users_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id),
  CONSTRAINT users_email_check CHECK ((email ~~ '%_@_%'::text)),
  CONSTRAINT users_first_name_check CHECK ((length(TRIM(BOTH FROM first_name)) > 0)),
  CONSTRAINT users_last_name_check CHECK ((length(TRIM(BOTH FROM last_name)) > 0)),
  CONSTRAINT users_locale_check CHECK ((locale = ANY (ARRAY['nl'::text, 'en'::text, 'de'::text, 'fr'::text]))),
  CONSTRAINT users_managed_account CHECK (((NOT account_managed) OR (subject IS NOT NULL)))
);

CREATE INDEX users_business ON users USING btree (business_id);
CREATE INDEX users_by_email ON users USING btree (in_order(email), id) WHERE (deleted_at IS NULL);
CREATE INDEX users_by_last_name ON users USING btree (in_order(last_name), id) WHERE (deleted_at IS NULL);
CREATE INDEX users_by_name ON users USING btree (in_order(((first_name || ' '::text) || last_name)), id) WHERE (deleted_at IS NULL);
CREATE INDEX users_created ON users USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));
CREATE INDEX users_role ON users USING btree (role_id);

ALTER TABLE users ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_identity ON users TO roadbook_identity USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON users TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON users TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT, UPDATE ON users TO roadbook_api;
GRANT INSERT (issuer, subject, business_id, role_id, email, first_name, last_name, locale), SELECT (id, issuer, subject, business_id, role_id, email, first_name, last_name, locale, deleted_at), UPDATE (tokens_valid_from) ON users TO roadbook_identity;
GRANT DELETE, INSERT, SELECT, UPDATE ON users TO roadbook_web;

CREATE TRIGGER users_end_links AFTER UPDATE OF deleted_at, role_id, business_id ON users FOR EACH ROW WHEN (old.role_id IS DISTINCT FROM new.role_id OR old.business_id IS DISTINCT FROM new.business_id OR old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION users_end_links();
CREATE TRIGGER users_end_tokens AFTER UPDATE OF deleted_at ON users FOR EACH ROW WHEN (new.deleted_at IS NOT NULL AND old.deleted_at IS NULL) EXECUTE FUNCTION users_end_tokens();

-- In functions.sql: user_may_at

CREATE OR REPLACE FUNCTION users_end_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE entity_shares SET revoked_at = greatest(now(), created_at)
  WHERE created_by = NEW.id AND revoked_at IS NULL AND NOT user_may_at(NEW.id, token_id, 'update:entity', business_id);
  UPDATE missing_case_shares SET revoked_at = greatest(now(), created_at)
  WHERE created_by = NEW.id AND revoked_at IS NULL AND NOT user_may_at(NEW.id, token_id, 'manage:missing-entities', business_id);
  DELETE FROM maintenance_calendar_links WHERE user_id = NEW.id AND NEW.deleted_at IS NOT NULL;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION users_end_tokens()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE api_tokens SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
  RETURN NULL;
END $function$;
