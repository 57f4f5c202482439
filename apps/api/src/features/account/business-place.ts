import { BUSINESS_KINDS, type BusinessKind } from '@roadbook/contracts'

interface NamedBusiness {
  id: number
  name: string
  kind: BusinessKind
}

/** Kinds of business that a user's parent may have. The first kind that exists is used. */
const PARENT_ORDER = ['department', 'company', 'vendor', 'enterprise'] as const satisfies readonly BusinessKind[]

/**
 * Returns the place of a user in the tree. It has the nearest business of each kind. Its `parent` is the first of
 * these that exists: department, company, vendor, enterprise.
 * @param path businesses from the root to the user's own
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
