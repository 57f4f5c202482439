import { isBelow, type BusinessKind, type TreeBusiness } from '../../lib/businesses/business-tree.js'

/** Businesses stand at most this many levels below one another (G-18). */
const MOST_LEVELS = 8

/** Why a business cannot stand somewhere; each is a key of `businesses.json` below `places`. */
type PlaceRefusal = 'isThere' | 'itself' | 'below' | 'kind' | 'tooDeep'

const MAY_STAND_BELOW: Record<BusinessKind, readonly BusinessKind[]> = {
  vendor: ['vendor', 'enterprise'],
  enterprise: ['vendor', 'enterprise'],
  company: ['vendor', 'enterprise'],
  department: ['vendor', 'enterprise', 'company'],
}

/** Kinds that may stand at the top. */
export const TOP_KINDS: readonly BusinessKind[] = ['vendor', 'enterprise']

/** Kinds that may stand below a business of one kind; null: at the top. */
export const kindsBelow = (kind: BusinessKind | null): BusinessKind[] =>
  (Object.keys(MAY_STAND_BELOW) as BusinessKind[]).filter((one) =>
    kind === null ? TOP_KINDS.includes(one) : MAY_STAND_BELOW[one].includes(kind),
  )

/** Why a new business of a kind cannot stand below one; the server checks the same. */
export function refusalOfNew(kind: BusinessKind, parent: TreeBusiness): PlaceRefusal | undefined {
  if (!MAY_STAND_BELOW[kind].includes(parent.kind)) return 'kind'
  return parent.depth + 2 > MOST_LEVELS ? 'tooDeep' : undefined
}

const levelsOf = (business: TreeBusiness): number => 1 + Math.max(0, ...business.children.map(levelsOf))

/** Why a business, with everything below it, cannot move below another one. */
export function refusalOfMove(business: TreeBusiness, parent: TreeBusiness): PlaceRefusal | undefined {
  if (parent === business) return 'itself'
  if (parent === business.parent) return 'isThere'
  if (isBelow(parent, business)) return 'below'
  if (!MAY_STAND_BELOW[business.kind].includes(parent.kind)) return 'kind'
  return parent.depth + 1 + levelsOf(business) > MOST_LEVELS ? 'tooDeep' : undefined
}
