import type { WantedView } from '../../auth/view-as.js'
import { readQuery } from '../../http/query-parameters.js'
import { invalid, notFound } from '../../http/problems.js'
import { required } from '../../texts/platform.js'

/** Returns the view that a query requests; undefined when it requests none. */
export function readWantedView(query: Record<string, unknown>): WantedView | undefined {
  const { as_role: roleKey, as_business_id: business } = readQuery(query, ['as_role', 'as_business_id'])
  if (roleKey === undefined) {
    if (business !== undefined) throw invalid({ as_role: [required('role')] })
    return undefined
  }
  if (business === undefined) return { roleKey }
  if (!/^[1-9]\d{0,9}$/.test(business)) throw notFound('business')
  return { roleKey, businessId: Number(business) }
}
