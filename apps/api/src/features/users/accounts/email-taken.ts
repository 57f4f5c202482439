import { Problem } from '../../../http/problems.js'
import type { UserRow } from '../user-list.js'
import { say } from '../texts.js'

/**
 * Returns the problem for an address that is in use. For a deleted user in scope it names the user to restore. For a user out of
 * scope it does not even reveal that there is one (G-109).
 */
export function emailTaken(by: Pick<UserRow, 'id' | 'deleted_at'> | undefined): Problem {
  if (!by?.deleted_at) {
    const sentence = by ? say('email-taken') : say('email-not-usable')
    return new Problem('conflict', sentence, { errors: { email: [sentence] } })
  }
  const restorableId = by.id
  return new Problem('conflict', say('email-of-deleted'), { errors: { email: [say('email-of-deleted')] }, restorableId })
}

/** Returns the problem for a second concurrent invitation of an address. A retry shows the outcome of the first. */
export function beingInvited(): Problem {
  const sentence = say('being-invited')
  return new Problem('conflict', sentence, { errors: { email: [sentence] } })
}
