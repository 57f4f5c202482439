import { getViewAs } from '../session/view-as.js'
import type { SessionUser } from '../session/session.js'
import { withKept } from './kept-database.js'

const KEY = 'last'
const DAY_MS = 86_400_000
/** A phone that did not reach the server for so long has to sign in again: rights that are that old are nobody's any more. */
const KEPT_FOR_MS = 7 * DAY_MS

/** Keeps who is signed in; what another user left behind goes. A view of a role is nobody's session. */
export async function keepSession(user: SessionUser): Promise<void> {
  if (getViewAs() || user.viewing_as) return
  await withKept(async (database) => {
    const before = await database.get('session', KEY)
    if (before && before.user.id !== user.id) await database.clear('answers')
    await database.put('session', { user, keptAt: Date.now() }, KEY)
  })
}

/** Who was signed in on this device last, if that is not too long ago. */
export async function readKeptSession(): Promise<SessionUser | undefined> {
  if (getViewAs()) return undefined
  const kept = await withKept((database) => database.get('session', KEY))
  return kept && Date.now() - kept.keptAt < KEPT_FOR_MS ? kept.user : undefined
}

/** Forgets who was signed in, and what was kept for them. */
export async function forgetSession(): Promise<void> {
  await withKept(async (database) => {
    await Promise.all([database.clear('session'), database.clear('answers')])
  })
}
