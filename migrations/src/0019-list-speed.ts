import { Migration } from './migration.js'
import { listIndexes } from './0019-list-speed/list-indexes.js'
import { scopeOnceEverywhere } from './0019-list-speed/scope-once-everywhere.js'
import { subVendorsOf } from './0019-list-speed/sub-vendors-of.js'

/** What lists of a hundred thousand rows need: indexes in their orders, one text to search, row security that is read once. */
export class ListSpeed1763700000019 extends Migration {
  readonly steps = [scopeOnceEverywhere, listIndexes, subVendorsOf]
}
