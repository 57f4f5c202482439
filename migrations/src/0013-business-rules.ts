import { Migration } from './migration.js'
import { moveContents } from './0013-business-rules/move-contents.js'
import { propertyRules } from './0013-business-rules/property-rules.js'
import { scopeOnce } from './0013-business-rules/scope-once.js'
import { treeRules } from './0013-business-rules/tree-rules.js'

/**
 * Lets people create, move and dissolve businesses. Even concurrent moves cannot make a circle in the tree. Only super
 * admins change the contract's flags. A scope of thousands of businesses is read once per statement instead of once per
 * row.
 */
export class BusinessRules1763700000013 extends Migration {
  readonly steps = [scopeOnce, treeRules, propertyRules, moveContents]
}
