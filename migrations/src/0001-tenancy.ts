import { Migration } from './migration.js'

/**
 * Creates the tables of ownership: the tree of businesses, users with roles and permissions, entities, devices and their
 * installations, customers with their consent, and missing cases. Row-level security protects the tables from the role that
 * serves requests.
 *
 * The transaction of a request takes the role `roadbook_api` (`SET LOCAL ROLE`). It sets `roadbook.scope` to the caller's
 * businesses (comma-separated ids, or `all`). Without a scope the role cannot see any row.
 */
export class Tenancy1763700000001 extends Migration {
  readonly steps = [tables, treeRules, privacy, rowSecurity]
}

const tables = `
CREATE TABLE businesses (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  parent_id int REFERENCES businesses ON DELETE RESTRICT,
  kind text NOT NULL CHECK (kind IN ('vendor', 'enterprise', 'company', 'department')),
  -- ids from the root to this business, itself included; kept by a trigger
  path int[] NOT NULL DEFAULT '{}',
  name text NOT NULL CHECK (length(trim(name)) > 0),
  address text, postcode text, city text, country text, email text, phone text,
  show_statistics boolean NOT NULL DEFAULT false,
  name_upper boolean NOT NULL DEFAULT false,
  has_customers boolean NOT NULL DEFAULT false,
  can_install_devices boolean NOT NULL DEFAULT true,
  recovery_contract boolean NOT NULL DEFAULT false,
  is_oem boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (parent_id IS DISTINCT FROM id)
);
CREATE INDEX businesses_parent ON businesses (parent_id);
CREATE INDEX businesses_path ON businesses USING gin (path);

CREATE TABLE roles (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE,
  name text NOT NULL UNIQUE
);
CREATE TABLE role_permissions (
  role_id int NOT NULL REFERENCES roles ON DELETE CASCADE,
  permission text NOT NULL CHECK (permission ~ '^[a-z]+:[a-z-]+$'),
  PRIMARY KEY (role_id, permission)
);

CREATE TABLE users (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- who the identity provider says it is; null until the first sign-in of an account made elsewhere
  issuer text, subject text,
  -- null only for a super admin, who belongs to no business
  business_id int REFERENCES businesses ON DELETE RESTRICT,
  role_id int NOT NULL REFERENCES roles,
  email text NOT NULL CHECK (email LIKE '%_@_%'),
  first_name text NOT NULL CHECK (length(trim(first_name)) > 0),
  last_name text NOT NULL CHECK (length(trim(last_name)) > 0),
  address text, postcode text, city text, phone text, telephone text,
  locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('nl', 'en', 'de', 'fr')),
  time_zone text,
  last_seen_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (issuer, subject)
);
CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE INDEX users_business ON users (business_id);
CREATE TABLE user_permissions (
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  permission text NOT NULL CHECK (permission ~ '^[a-z]+:[a-z-]+$'),
  PRIMARY KEY (user_id, permission)
);

CREATE TABLE api_tokens (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL CHECK (length(trim(name)) > 0),
  -- SHA-256 of the secret; the secret itself is shown once and stored nowhere
  secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);

CREATE TABLE consumers (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  first_name text NOT NULL, last_name text NOT NULL,
  email text, phone text, address text,
  locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('nl', 'en', 'de', 'fr')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE entities (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  consumer_id int REFERENCES consumers ON DELETE RESTRICT,
  name text NOT NULL CHECK (length(trim(name)) > 0),
  short_name text,
  frame_number text, license_plate text,
  vehicle_type text NOT NULL CHECK (vehicle_type IN
    ('eBike', 'eCargoBike', 'speedPedelec', 'eMoped', 'moped', 'automobile', 'other', 'unregistered')),
  brand text, model text, color text, engine_brand text, engine_model text, power_unit text,
  -- added to what the present tracker reports, so that the odometer goes on when the tracker is replaced
  odometer_offset_m bigint NOT NULL DEFAULT 0,
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX entities_business ON entities (business_id);

CREATE TABLE devices (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  imei text NOT NULL UNIQUE CHECK (imei ~ '^[0-9]{15}$'),
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  title text, description text, model text, iccid text, firmware_version text, settings_crc text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX devices_business ON devices (business_id);

-- Which tracker was on which entity when, and who owned it then. A device and an entity have at most one open row.
CREATE TABLE installations (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL REFERENCES devices ON DELETE RESTRICT,
  entity_id int NOT NULL REFERENCES entities ON DELETE RESTRICT,
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  installed_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  CHECK (removed_at IS NULL OR removed_at > installed_at)
);
CREATE UNIQUE INDEX installations_device_now ON installations (device_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX installations_entity_now ON installations (entity_id) WHERE removed_at IS NULL;
CREATE INDEX installations_device ON installations (device_id, installed_at);
CREATE INDEX installations_entity ON installations (entity_id, installed_at);

CREATE TABLE tags (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('general', 'powerunit', 'type', 'group', 'model', 'brand', 'selected')),
  UNIQUE (type, name)
);
CREATE TABLE entity_tags (
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  tag_id int NOT NULL REFERENCES tags ON DELETE CASCADE,
  PRIMARY KEY (entity_id, tag_id)
);

-- A consumer's leave to show where their vehicle is, for a limited time.
CREATE TABLE consents (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  requested_by int REFERENCES users ON DELETE SET NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  granted_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  CHECK (granted_at IS NULL OR expires_at > granted_at)
);
CREATE INDEX consents_entity ON consents (entity_id);

CREATE TABLE missing_cases (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'resolved', 'closed')),
  reported_by int REFERENCES users ON DELETE SET NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK ((state = 'open') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX missing_cases_open ON missing_cases (entity_id) WHERE state = 'open';

-- IMEIs that knocked and are not registered; the gateway keeps it capped.
CREATE TABLE unknown_devices (
  imei text PRIMARY KEY CHECK (imei ~ '^[0-9]{1,20}$'),
  protocol text NOT NULL,
  remote_address text NOT NULL,
  attempts bigint NOT NULL DEFAULT 1,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);

-- Who did what. Append-only for the role that serves requests.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id int REFERENCES users ON DELETE SET NULL,
  business_id int,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id text,
  before jsonb, after jsonb,
  remote_address text,
  request_id text
);
CREATE INDEX audit_log_object ON audit_log (object_type, object_id);
`

const treeRules = `
CREATE FUNCTION businesses_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  above businesses;
BEGIN
  IF NEW.parent_id IS NULL THEN
    IF NEW.kind NOT IN ('vendor', 'enterprise') THEN
      RAISE EXCEPTION 'a % must stand below another business', NEW.kind USING ERRCODE = 'check_violation';
    END IF;
    NEW.path := ARRAY[NEW.id];
    RETURN NEW;
  END IF;
  SELECT * INTO STRICT above FROM businesses WHERE id = NEW.parent_id;
  IF NEW.id = ANY (above.path) THEN
    RAISE EXCEPTION 'a business cannot stand below itself' USING ERRCODE = 'check_violation';
  END IF;
  IF NOT (above.kind IN ('vendor', 'enterprise') OR (NEW.kind = 'department' AND above.kind = 'company')) THEN
    RAISE EXCEPTION 'a % cannot stand below a %', NEW.kind, above.kind USING ERRCODE = 'check_violation';
  END IF;
  NEW.path := above.path || NEW.id;
  IF array_length(NEW.path, 1) > 8 THEN
    RAISE EXCEPTION 'businesses nest at most 8 levels deep' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER businesses_place BEFORE INSERT OR UPDATE OF parent_id, kind, path ON businesses
  FOR EACH ROW EXECUTE FUNCTION businesses_place();

-- A move carries the whole subtree: touching each child's path computes it anew from its parent's.
CREATE FUNCTION businesses_move_children() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE businesses SET path = '{}' WHERE parent_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER businesses_move_children AFTER UPDATE OF parent_id, path ON businesses
  FOR EACH ROW WHEN (OLD.path IS DISTINCT FROM NEW.path) EXECUTE FUNCTION businesses_move_children();
`

const privacy = `
-- G-38: a consumer's vehicle hides where it is unless consent is in force. An open missing case opens it only to
-- callers who may manage missing entities, which the reader decides with the second column.
CREATE VIEW entity_privacy WITH (security_invoker = true) AS
SELECT e.id AS entity_id,
  e.consumer_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM consents c
    WHERE c.entity_id = e.id AND c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL
  ) AS hidden_from_business,
  EXISTS (SELECT 1 FROM missing_cases m WHERE m.entity_id = e.id AND m.state = 'open') AS has_open_case
FROM entities e;
`

const rowSecurity = `
DO $$ BEGIN
  -- Somebody mightier may have made it for an owner who makes no roles.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'roadbook_api') THEN
    CREATE ROLE roadbook_api NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  EXECUTE format('GRANT roadbook_api TO %I', current_user);
EXCEPTION WHEN OTHERS THEN
  -- Granting a role to its own creator or to a superuser may be refused as needless.
  IF NOT pg_has_role(current_user, 'roadbook_api', 'MEMBER') THEN RAISE; END IF;
END $$;

-- Whether a business is in the scope of the present transaction. No scope set: nothing is.
CREATE FUNCTION in_scope(business int) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE coalesce(current_setting('roadbook.scope', true), '')
    WHEN '' THEN false
    WHEN 'all' THEN true
    ELSE business = ANY (string_to_array(current_setting('roadbook.scope', true), ',')::int[])
  END
$$;

GRANT USAGE ON SCHEMA public TO roadbook_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON businesses, users, user_permissions, api_tokens, consumers, entities, devices,
  installations, tags, entity_tags, consents, missing_cases TO roadbook_api;
GRANT SELECT ON roles, role_permissions, unknown_devices, entity_privacy TO roadbook_api;
GRANT SELECT, INSERT ON audit_log TO roadbook_api;

ALTER TABLE businesses ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON businesses TO roadbook_api USING (in_scope(id)) WITH CHECK (in_scope(id) OR in_scope(parent_id));
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON users TO roadbook_api USING (in_scope(business_id) OR current_setting('roadbook.scope', true) = 'all');
ALTER TABLE user_permissions ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON user_permissions TO roadbook_api USING (user_id IN (SELECT id FROM users));
ALTER TABLE api_tokens ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON api_tokens TO roadbook_api USING (user_id IN (SELECT id FROM users));
ALTER TABLE consumers ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON consumers TO roadbook_api USING (in_scope(business_id));
ALTER TABLE entities ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON entities TO roadbook_api USING (in_scope(business_id));
ALTER TABLE devices ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON devices TO roadbook_api USING (in_scope(business_id));
ALTER TABLE installations ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON installations TO roadbook_api USING (in_scope(business_id));
ALTER TABLE entity_tags ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON entity_tags TO roadbook_api USING (entity_id IN (SELECT id FROM entities));
ALTER TABLE consents ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON consents TO roadbook_api USING (entity_id IN (SELECT id FROM entities));
ALTER TABLE missing_cases ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON missing_cases TO roadbook_api USING (entity_id IN (SELECT id FROM entities));
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope_read ON audit_log FOR SELECT TO roadbook_api USING (in_scope(business_id) OR current_setting('roadbook.scope', true) = 'all');
CREATE POLICY append ON audit_log FOR INSERT TO roadbook_api WITH CHECK (true);
`
