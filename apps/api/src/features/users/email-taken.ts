import { Problem } from '../../http/problems.js'
import type { UserRow } from './user-list.js'
import { say } from './texts.js'

/** One address, one user. Of a deleted one whom the caller may see, it says who can be restored instead. */
export function emailTaken(by: Pick<UserRow, 'id' | 'deleted_at'> | undefined): Problem {
  if (!by?.deleted_at) {
    return new Problem('conflict', say('email-taken'), { errors: { email: [say('email-taken')] } })
  }
  const restorableId = by.id
  return new Problem('conflict', say('email-of-deleted'), { errors: { email: [say('email-of-deleted')] }, restorableId })
}
