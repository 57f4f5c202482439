import { Problem } from '../../../http/problems.js'
import type { UserRow } from '../user-list.js'
import { say } from '../texts.js'

/**
 * Returns the problem for an e-mail address that is in use. If a deleted user in scope has the address, the problem names
 * that user, because the user can be restored. If a user out of scope has the address, the problem does not reveal that such
 * a user exists (G-109).
 */
export function emailTaken(by: Pick<UserRow, 'id' | 'deleted_at'> | undefined): Problem {
  if (!by?.deleted_at) {
    const sentence = by ? say('email-taken') : say('email-not-usable')
    return new Problem('conflict', sentence, { errors: { email: [sentence] } })
  }
  const restorableId = by.id
  return new Problem('conflict', say('email-of-deleted'), { errors: { email: [say('email-of-deleted')] }, restorableId })
}

/**
 * Returns the problem for the second of two concurrent invitations of an address. When the caller repeats it, the response
 * depends on the outcome of the first invitation.
 */
export function beingInvited(): Problem {
  const sentence = say('being-invited')
  return new Problem('conflict', sentence, { errors: { email: [sentence] } })
}
