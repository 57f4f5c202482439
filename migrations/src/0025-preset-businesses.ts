import { Migration } from './migration.js'

/**
 * Makes the database itself refuse a preset with a business that the preset's owner may not see. Otherwise only the
 * application code would check this.
 */
export class PresetBusinesses1763700000025 extends Migration {
  readonly steps = [presetBusinesses]
}

const presetBusinesses = `
ALTER POLICY scope ON install_presets
  USING (EXISTS (SELECT 1 FROM users u WHERE u.id = user_id))
  WITH CHECK (EXISTS (SELECT 1 FROM users u WHERE u.id = user_id)
    AND (business_id IS NULL OR (SELECT scope_is_all()) OR business_id IN (SELECT scope_ids())));
`
