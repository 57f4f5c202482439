import { Migration } from './migration.js'

/** Adds an alert for a second sender that uses the identity of a vehicle's tracker. Rules for this alert have no threshold. */
export class AlertsOfDisputes1763700000181 extends Migration {
  readonly steps = [kinds]
}

const KINDS = ['entry', 'exit', 'speeding', 'lowBattery', 'powerCut', 'silent', 'tamper', 'outsideHours', 'dispute']

const kinds = ['alert_rules', 'alerts']
  .map(
    (table) => `
ALTER TABLE ${table} DROP CONSTRAINT ${table}_kind_check;
ALTER TABLE ${table} ADD CONSTRAINT ${table}_kind_check CHECK (kind IN (${KINDS.map((kind) => `'${kind}'`).join(', ')}));
`,
  )
  .join('')
