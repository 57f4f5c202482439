import { Migration } from './migration.js'

/** Adds the functions that follow and undo an import of history. Webhooks no longer report its trips. */
export class UndoneHistory1763700000205 extends Migration {
  readonly steps = [
    'ALTER TABLE devices VALIDATE CONSTRAINT devices_history_is_deleted',
    { rules: 'history' },
    { rules: 'webhooks' },
  ]
}
