import type { Caller } from '../auth/caller.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { invalid } from '../http/problems.js'
import { absent, required } from '../texts/platform.js'
import { isInScope } from './scope.repository.js'

/**
 * Returns the owner of a new object: the named business, or else the caller's own.
 * @throws Problem 422 when there is none, or it is not in scope
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
