import { Migration } from './migration.js'
import { listIndexes } from './0019-list-speed/list-indexes.js'
import { scopeOnceEverywhere } from './0019-list-speed/scope-once-everywhere.js'
import { subVendorsOf } from './0019-list-speed/sub-vendors-of.js'

/**
 * Speeds up lists of a hundred thousand rows with indexes in their sort orders, one text column to search, and row security that
 * is read once per statement.
 */
export class ListSpeed1763700000019 extends Migration {
  readonly steps = [scopeOnceEverywhere, listIndexes, subVendorsOf]
}
