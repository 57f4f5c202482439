import { Migration } from './migration.js'

/**
 * Adds presets for the installation form. A preset contains the values that a person would otherwise enter each time
 * (G-51).
 */
export class InstallPresets1763700000023 extends Migration {
  readonly steps = [presets]
}

const presets = `
CREATE TABLE install_presets (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 100),
  -- fills the form when the page opens
  auto_import boolean NOT NULL DEFAULT false,
  vehicle_type text CHECK (vehicle_type IN
    ('eBike', 'eCargoBike', 'speedPedelec', 'eMoped', 'moped', 'automobile', 'other')),
  brand text CHECK (length(brand) <= 100),
  model text CHECK (length(model) <= 100),
  color text CHECK (length(color) <= 100),
  engine_brand text CHECK (length(engine_brand) <= 100),
  engine_model text CHECK (length(engine_model) <= 100),
  power_unit text CHECK (length(power_unit) <= 100),
  -- ids; one that is gone, or out of sight by now, is left out when the preset is read
  tags int[] NOT NULL DEFAULT '{}',
  tag_groups int[] NOT NULL DEFAULT '{}',
  target_group_id int REFERENCES tags ON DELETE SET NULL,
  business_id int REFERENCES businesses ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX install_presets_name ON install_presets (user_id, lower(name));
CREATE UNIQUE INDEX install_presets_auto ON install_presets (user_id) WHERE auto_import;
CREATE INDEX install_presets_business ON install_presets (business_id);
CREATE INDEX install_presets_target_group ON install_presets (target_group_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON install_presets TO roadbook_api;
ALTER TABLE install_presets ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON install_presets TO roadbook_api USING (user_id IN (SELECT id FROM users));
`
