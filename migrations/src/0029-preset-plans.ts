import { Migration } from './migration.js'

/** Lets an installation preset name the maintenance plan for its vehicles (G-51). */
export class PresetPlans1763700000029 extends Migration {
  readonly steps = [presetPlans]
}

const presetPlans = `
-- as of tags: one that is gone, or out of sight by now, is left out when the preset is read
ALTER TABLE install_presets ADD COLUMN maintenance_plan_id int REFERENCES maintenance_plans ON DELETE SET NULL;
CREATE INDEX install_presets_maintenance_plan ON install_presets (maintenance_plan_id);
`
