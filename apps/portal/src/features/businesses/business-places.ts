import { isBelow, type BusinessKind, type TreeBusiness } from '../../lib/businesses/business-tree.js'

/** Maximum number of levels in the tree of businesses (G-18). */
const MOST_LEVELS = 8

/** Reason why a business cannot be placed below another one. Each reason is a key of `businesses.json` below `places`. */
type PlaceRefusal = 'isThere' | 'itself' | 'below' | 'kind' | 'tooDeep'

const MAY_STAND_BELOW: Record<BusinessKind, readonly BusinessKind[]> = {
  vendor: ['vendor', 'enterprise'],
  enterprise: ['vendor', 'enterprise'],
  company: ['vendor', 'enterprise'],
  department: ['vendor', 'enterprise', 'company'],
}

/** Kinds of business that are allowed at the top level. */
export const TOP_KINDS: readonly BusinessKind[] = ['vendor', 'enterprise']

/** Returns the kinds that are allowed below a kind of business. Null means the top level. */
export const kindsBelow = (kind: BusinessKind | null): BusinessKind[] =>
  (Object.keys(MAY_STAND_BELOW) as BusinessKind[]).filter((one) =>
    kind === null ? TOP_KINDS.includes(one) : MAY_STAND_BELOW[one].includes(kind),
  )

/**
 * Returns the reason why a new business of a kind cannot be placed below a business, or undefined. The server makes the same
 * check.
 */
export function refusalOfNew(kind: BusinessKind, parent: TreeBusiness): PlaceRefusal | undefined {
  if (!MAY_STAND_BELOW[kind].includes(parent.kind)) return 'kind'
  return parent.depth + 2 > MOST_LEVELS ? 'tooDeep' : undefined
}

const levelsOf = (business: TreeBusiness): number => 1 + Math.max(0, ...business.children.map(levelsOf))

/** Returns the reason why a business, with everything below it, cannot be moved below another one, or undefined. */
export function refusalOfMove(business: TreeBusiness, parent: TreeBusiness): PlaceRefusal | undefined {
  if (parent === business) return 'itself'
  if (parent === business.parent) return 'isThere'
  if (isBelow(parent, business)) return 'below'
  if (!MAY_STAND_BELOW[business.kind].includes(parent.kind)) return 'kind'
  return parent.depth + 1 + levelsOf(business) > MOST_LEVELS ? 'tooDeep' : undefined
}
