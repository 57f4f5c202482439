import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { SessionUser } from '../session/session.js'

/** Who was signed in here last. */
interface KeptSession {
  user: SessionUser
  /** When the server told it, milliseconds since 1970 UTC. */
  keptAt: number
}

/** What a dropdown was answered, for one user. */
interface KeptAnswer {
  userId: number
  answer: unknown
}

interface KeptSchema extends DBSchema {
  session: { key: string; value: KeptSession }
  answers: { key: string; value: KeptAnswer }
}

export type KeptDatabase = IDBPDatabase<KeptSchema>

const NAME = 'roadbook-kept'
let opening: Promise<KeptDatabase> | undefined

/**
 * What this device keeps for work without a network: who was signed in, and what the form of an installation offers. Never a token,
 * never a vehicle or its place. Answers undefined where the browser keeps nothing: everything then needs the network, as before.
 */
export async function withKept<Result>(work: (database: KeptDatabase) => Promise<Result>): Promise<Result | undefined> {
  try {
    opening ??= openDB<KeptSchema>(NAME, 1, {
      upgrade: (database) => {
        database.createObjectStore('session')
        database.createObjectStore('answers')
      },
    })
    return await work(await opening)
  } catch {
    opening = undefined
    return undefined // blocked, full or broken storage: nothing is kept, and nothing fails because of it
  }
}
