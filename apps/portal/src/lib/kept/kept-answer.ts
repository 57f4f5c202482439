import { isUnreachable } from '../api/api-error.js'
import { withKept } from './kept-database.js'

/** So long somebody waits for a weak network before the kept answer has to do. */
export const PATIENCE_MS = 4_000

let keeper: number | undefined

/** For whom answers are kept from now on; undefined: for nobody. */
export const keepAnswersFor = (userId: number | undefined): void => {
  keeper = userId
}

async function read<Answer>(name: string, userId: number): Promise<Answer | undefined> {
  const kept = await withKept((database) => database.get('answers', name))
  return kept?.userId === userId ? (kept.answer as Answer) : undefined
}

/** Whether an answer of this name is kept. */
export const isKept = async (name: string): Promise<boolean> =>
  keeper !== undefined && (await read<unknown>(name, keeper)) !== undefined

/**
 * Loads an answer and keeps it on this device; where the server cannot be reached, or takes too long, the one that was kept before
 * is answered.
 */
export async function keptAnswer<Answer>(name: string, load: () => Promise<Answer>): Promise<Answer> {
  const userId = keeper
  if (userId === undefined) return load()
  const loading = load().then(async (answer) => {
    // Of two writes the last one stands; who has left meanwhile leaves nothing behind.
    if (keeper === userId) await withKept((database) => database.put('answers', { userId, answer }, name))
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
