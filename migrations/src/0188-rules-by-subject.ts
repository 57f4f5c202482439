import { Migration } from './migration.js'

/** Moves functions into one file per subject (decision 101). Their behaviour does not change. */
export class RulesBySubject1763700000188 extends Migration {
  readonly steps = [
    { rules: 'access' },
    { rules: 'alerts' },
    { rules: 'businesses' },
    { rules: 'customers' },
    { rules: 'days' },
    { rules: 'devices' },
    { rules: 'entities' },
    { rules: 'invoices' },
    { rules: 'links' },
    { rules: 'maintenance' },
    { rules: 'odometers' },
    { rules: 'search' },
    { rules: 'subscriptions' },
    { rules: 'tags' },
    { rules: 'tracks' },
    { rules: 'webhooks' },
    { rules: 'work' },
  ]
}
