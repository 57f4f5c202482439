import { Problem } from '../../../http/problems.js'
import type { UserRow } from '../user-list.js'
import { say } from '../texts.js'

/**
 * One address, one user. Of a deleted one whom the caller may see, it says who can be restored instead; of one whom they may
 * not see it says nothing, not even that there is one (G-109).
 */
export function emailTaken(by: Pick<UserRow, 'id' | 'deleted_at'> | undefined): Problem {
  if (!by?.deleted_at) {
    const sentence = by ? say('email-taken') : say('email-not-usable')
    return new Problem('conflict', sentence, { errors: { email: [sentence] } })
  }
  const restorableId = by.id
  return new Problem('conflict', say('email-of-deleted'), { errors: { email: [say('email-of-deleted')] }, restorableId })
}

/** Of several invitations at once the first one is under way: asked again, the others learn what became of it. */
export function beingInvited(): Problem {
  const sentence = say('being-invited')
  return new Problem('conflict', sentence, { errors: { email: [sentence] } })
}
