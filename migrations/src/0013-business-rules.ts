import { Migration } from './migration.js'
import { moveContents } from './0013-business-rules/move-contents.js'
import { propertyRules } from './0013-business-rules/property-rules.js'
import { scopeOnce } from './0013-business-rules/scope-once.js'
import { treeRules } from './0013-business-rules/tree-rules.js'

/**
 * Businesses that people make, move and take apart: the tree stays a tree under concurrent moves, the contract's flags
 * belong to super admins, and a scope of thousands of businesses is read once a statement instead of once a row.
 */
export class BusinessRules1763700000013 extends Migration {
  readonly steps = [scopeOnce, treeRules, propertyRules, moveContents]
}
