import type { Caller } from '../../../auth/caller.js'
import { Problem } from '../../../http/problems.js'
import { say } from '../texts.js'

/** @throws Problem 403 for callers who do not see every business, because the decision affects several tenants */
export function assertSuperAdmin({ scope }: Caller): void {
  if (scope !== 'all') throw new Problem('forbidden', say('only-super-admins'))
}
