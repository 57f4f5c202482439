import { BUSINESS_KINDS, type BusinessKind } from '@roadbook/contracts'

interface NamedBusiness {
  id: number
  name: string
  kind: BusinessKind
}

/** Kinds of business from which a user's parent is chosen, nearest first. */
const PARENT_ORDER = ['department', 'company', 'vendor', 'enterprise'] as const satisfies readonly BusinessKind[]

/**
 * Returns the place of a user in the tree: the nearest business of each kind and, as `parent`, the first of department, company,
 * vendor, enterprise that there is.
 * @param path businesses from the root to the user's own, root first
 */
export function businessPlace(path: readonly NamedBusiness[]) {
  const nearest = Object.fromEntries(
    BUSINESS_KINDS.map((kind) => [kind, path.findLast((business) => business.kind === kind)]),
  ) as Record<BusinessKind, NamedBusiness | undefined>
  const own = path.at(-1)
  const parent = PARENT_ORDER.find((kind) => nearest[kind])
  return {
    sub_vendor_name: path.findLast(({ kind }) => kind === 'vendor' || kind === 'enterprise')?.name ?? null,
    business_id: own?.id ?? null,
    business_name: own?.name ?? null,
    department_id: nearest.department?.id ?? null,
    company_id: nearest.company?.id ?? null,
    vendor_id: nearest.vendor?.id ?? null,
    enterprise_id: nearest.enterprise?.id ?? null,
    parent: parent ?? null,
    parent_id: parent ? (nearest[parent]?.id ?? null) : null,
  }
}
