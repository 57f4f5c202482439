import { isUnreachable } from '../api/api-error.js'
import { dayOf } from '../day-range.js'
import { withKept } from './kept-database.js'

/** Maximum wait in ms for an answer on a weak network. After this time, the stored answer is used. */
const PATIENCE_MS = 4_000

let keeper: number | undefined

/** Sets the user for whom answers are stored on this device. Undefined to store none. */
export const keepAnswersFor = (userId: number | undefined): void => {
  keeper = userId
}

async function read<Answer>(name: string, userId: number): Promise<Answer | undefined> {
  const kept = await withKept((database) => database.get('answers', name))
  return kept?.userId === userId ? (kept.answer as Answer) : undefined
}

/** Stores an answer, unless the user has signed out meanwhile. */
async function keep(name: string, userId: number, answer: unknown): Promise<void> {
  if (keeper === userId) await withKept((database) => database.put('answers', { userId, answer }, name))
}

/** Runs work once a day for the user whose answers are stored. If the work fails, it runs again at the next call. */
export async function onceADay(name: string, work: () => Promise<void>): Promise<void> {
  const userId = keeper
  const today = dayOf(Date.now(), 'UTC')
  if (userId === undefined || (await read<string>(name, userId)) === today) return
  await work()
  await keep(name, userId, today)
}

/**
 * Loads an answer and stores it on this device. If the server is unreachable or too slow, returns the answer that was stored
 * before.
 */
export async function keptAnswer<Answer>(name: string, load: () => Promise<Answer>): Promise<Answer> {
  const userId = keeper
  if (userId === undefined) return load()
  const loading = load().then(async (answer) => {
    await keep(name, userId, answer)
    return answer
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Answer | undefined>((resolve) => {
    timer = setTimeout(() => void read<Answer>(name, userId).then(resolve), PATIENCE_MS)
  })
  try {
    return (await Promise.race([loading, late])) ?? (await loading)
  } catch (error) {
    const kept = isUnreachable(error) ? await read<Answer>(name, userId) : undefined
    if (kept === undefined) throw error
    return kept
  } finally {
    clearTimeout(timer)
  }
}
