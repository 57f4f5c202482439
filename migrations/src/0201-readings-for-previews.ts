import { Migration } from './migration.js'

/** Lets requests read stored readings in scope, to count the alerts that a rule would have raised. */
export class ReadingsForPreviews1763700000201 extends Migration {
  readonly steps = [{ rules: 'tracks' }, { rules: 'alerts' }]
}
