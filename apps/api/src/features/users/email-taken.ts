import { Problem } from '../../http/problems.js'
import type { UserRow } from './user-list.js'

/** One address, one user. Of a deleted one whom the caller may see, it says who can be restored instead. */
export function emailTaken(by: Pick<UserRow, 'id' | 'deleted_at'> | undefined): Problem {
  if (!by?.deleted_at) {
    return new Problem('conflict', {
      detail: 'A user with this e-mail address exists',
      errors: { email: ['A user with this e-mail address exists'] },
    })
  }
  return new Problem('conflict', {
    detail: 'A deleted user has this e-mail address; restore them instead',
    errors: { email: ['A deleted user has this e-mail address; restore them instead'] },
    restorableId: by.id,
  })
}
