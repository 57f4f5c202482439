import { Migration } from './migration.js'

/**
 * Adds vehicle insurance: the insurer, policy number, cover, first and last day, documents, and the notices that are sent
 * to managers before the insurance ends (R-189, R-194, R-325, G-74, T-18).
 */
export class Insurances1763700000065 extends Migration {
  readonly steps = [insurances, documents, notices, states, access]
}

const insurances = `
CREATE TABLE insurances (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  insurer text NOT NULL CHECK (insurer <> ''),
  policy_number text NOT NULL CHECK (policy_number <> ''),
  coverage text NOT NULL CHECK (coverage IN ('liability', 'theft', 'partial', 'comprehensive')),
  -- days of Amsterdam, both of them covered
  starts_on date NOT NULL,
  -- null: until somebody ends it
  ends_on date CHECK (ends_on >= starts_on),
  insured_value_minor int CHECK (insured_value_minor >= 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((insured_value_minor IS NULL) = (currency IS NULL))
);
CREATE INDEX insurances_entity ON insurances (entity_id, starts_on);
CREATE INDEX insurances_ends ON insurances (ends_on);
CREATE INDEX insurances_created_by ON insurances (created_by);
`

const documents = `
CREATE TABLE insurance_documents (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  insurance_id int NOT NULL REFERENCES insurances ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 700000),
  sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(content)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (insurance_id, sha256)
);
`

const notices = `
-- What the managers of a vehicle's business were told of an end: each thing once, and again of another end.
CREATE TABLE insurance_notices (
  insurance_id int NOT NULL REFERENCES insurances ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('month', 'week', 'ended')),
  ends_on date NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (insurance_id, kind, ends_on)
);
`

const states = `
-- How an insurance stands: the one definition that lists, Home and mails go by.
CREATE VIEW insurance_states WITH (security_invoker = true) AS
SELECT x.id, x.entity_id, x.insurer, x.policy_number, x.coverage, x.starts_on, x.ends_on, x.insured_value_minor, x.currency,
  x.created_by, x.created_at, x.updated_at,
  CASE
    WHEN x.starts_on > today THEN 'pending'
    WHEN x.ends_on < today THEN 'expired'
    -- Unless another one follows on it that covers as much.
    WHEN x.ends_on < today + 30 AND NOT EXISTS (
      SELECT 1 FROM insurances other WHERE other.entity_id = x.entity_id AND other.id <> x.id
        AND other.coverage IN (x.coverage, 'comprehensive') AND other.starts_on <= x.ends_on + 1
        AND (other.ends_on IS NULL OR other.ends_on > x.ends_on)
    ) THEN 'expiring'
    ELSE 'active'
  END AS state
FROM insurances x, LATERAL (SELECT (now() AT TIME ZONE 'Europe/Amsterdam')::date AS today) clock;
`

const access = `
GRANT SELECT, DELETE,
  INSERT (entity_id, insurer, policy_number, coverage, starts_on, ends_on, insured_value_minor, currency, created_by),
  UPDATE (insurer, policy_number, coverage, starts_on, ends_on, insured_value_minor, currency, updated_at)
  ON insurances TO roadbook_api;
GRANT SELECT, DELETE, INSERT (insurance_id, name, media_type, content) ON insurance_documents TO roadbook_api;
GRANT SELECT, INSERT (insurance_id, kind, ends_on) ON insurance_notices TO roadbook_api;
GRANT SELECT ON insurance_states TO roadbook_api;
ALTER TABLE insurances ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON insurances TO roadbook_api USING (EXISTS (SELECT 1 FROM entities e WHERE e.id = entity_id));
ALTER TABLE insurance_documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON insurance_documents TO roadbook_api
  USING (EXISTS (SELECT 1 FROM insurances x WHERE x.id = insurance_id));
ALTER TABLE insurance_notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON insurance_notices TO roadbook_api USING (EXISTS (SELECT 1 FROM insurances x WHERE x.id = insurance_id));
`
