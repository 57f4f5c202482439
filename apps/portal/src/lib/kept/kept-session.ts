import { getViewAs } from '../session/view-as.js'
import type { SessionUser } from '../session/session.js'
import { withKept } from './kept-database.js'

const KEY = 'last'
const DAY_MS = 86_400_000
/**
 * Maximum age of a stored session. If the server could not be reached for longer, the user must sign in again, because the
 * stored permissions may be outdated.
 */
const KEPT_FOR_MS = 7 * DAY_MS

/**
 * Stores the session of the signed-in user and removes answers stored for another user. Does not store a session in which the
 * portal is viewed as another role.
 */
export async function keepSession(user: SessionUser): Promise<void> {
  if (getViewAs() || user.viewing_as) return
  await withKept(async (database) => {
    const before = await database.get('session', KEY)
    if (before && before.user.id !== user.id) await database.clear('answers')
    await database.put('session', { user, keptAt: Date.now() }, KEY)
  })
}

/** Returns the user who signed in last on this device, unless the stored session is too old. */
export async function readKeptSession(): Promise<SessionUser | undefined> {
  if (getViewAs()) return undefined
  const kept = await withKept((database) => database.get('session', KEY))
  return kept && Date.now() - kept.keptAt < KEPT_FOR_MS ? kept.user : undefined
}

/** Removes the stored session and all stored answers. */
export async function forgetSession(): Promise<void> {
  await withKept(async (database) => {
    await Promise.all([database.clear('session'), database.clear('answers')])
  })
}
