import { Migration } from './migration.js'

/** Lets requests read the stored readings in scope. With these, a preview counts the alerts that a rule would have raised. */
export class ReadingsForPreviews1763700000201 extends Migration {
  readonly steps = [{ rules: 'tracks' }, { rules: 'alerts' }]
}
