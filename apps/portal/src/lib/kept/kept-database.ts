import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { SessionUser } from '../session/session.js'

/** Last session on this device. */
interface KeptSession {
  user: SessionUser
  /** Time of the server's answer, milliseconds since 1970 UTC. */
  keptAt: number
}

/** Answer of a dropdown, for one user. */
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
 * Runs work on this device's offline data, which are the last session and the options of the installation form. This data
 * never contains a token, a vehicle or a place. Returns undefined if the browser stores nothing. In that case, everything
 * needs the network.
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
    return undefined // The storage is blocked, full or broken. The portal then works without it.
  }
}
