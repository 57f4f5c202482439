import type { Caller } from '../auth/caller.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { invalid } from '../http/problems.js'
import { absent, required } from '../texts/platform.js'
import { isInScope } from './scope.repository.js'

/**
 * Returns the business that owns a new object. It is the business in the request, or else the caller's own.
 * @throws Problem 422 when there is neither, or when the business is not in scope
 */
export async function ownerIn(
  transaction: ScopedTransaction,
  { businessId: own }: Caller,
  named: number | null | undefined,
): Promise<number> {
  const businessId = named ?? own
  if (businessId === null) throw invalid({ business_id: [required('business')] })
  if (!(await isInScope(transaction, businessId))) throw invalid({ business_id: [absent('business')] })
  return businessId
}
