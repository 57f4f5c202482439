import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { OutboxItem } from './outbox-item.js'

interface OutboxSchema extends DBSchema {
  items: { key: string; value: OutboxItem; indexes: { userId: number } }
}

const NAME = 'roadbook-outbox'
let opening: Promise<IDBPDatabase<OutboxSchema>> | undefined

/** Opens the database. Fails if the browser stores nothing. */
async function database(): Promise<IDBPDatabase<OutboxSchema>> {
  opening ??= openDB<OutboxSchema>(NAME, 1, {
    upgrade: (made) => made.createObjectStore('items', { keyPath: 'key' }).createIndex('userId', 'userId'),
  })
  try {
    return await opening
  } catch (error) {
    opening = undefined
    throw error
  }
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : () => new BroadcastChannel(NAME)
const listeners = new Set<() => void>()

/** Calls the listener when the outbox changes, in this or another tab. Returns the unsubscribe function. */
export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener)
  const others = channel?.()
  others?.addEventListener('message', listener)
  return () => {
    listeners.delete(listener)
    others?.close()
  }
}

function notify(): void {
  for (const listener of listeners) listener()
  const others = channel?.()
  others?.postMessage('changed')
  others?.close()
}

/** Keys of items that the form is sending right now. */
const going = new Set<string>()

/** Stored work of one user, oldest first. */
export const outboxStore = {
  all: async (userId: number): Promise<OutboxItem[]> => {
    const items = await (await database()).getAllFromIndex('items', 'userId', userId)
    return items.sort((one, other) => one.queuedAt - other.queuedAt)
  },
  /** Omits items that are being sent from the form right now. */
  waiting: async (userId: number): Promise<OutboxItem[]> => (await outboxStore.all(userId)).filter(({ key }) => !going.has(key)),
  begin: (key: string): void => void going.add(key),
  end: (key: string): void => {
    if (going.delete(key)) notify()
  },
  get: async (key: string): Promise<OutboxItem | undefined> => (await database()).get('items', key),
  put: async (item: OutboxItem): Promise<void> => {
    await (await database()).put('items', item)
    notify()
  },
  remove: async (key: string): Promise<void> => {
    await (await database()).delete('items', key)
    notify()
  },
  clear: async (userId: number): Promise<void> => {
    const keys = await (await database()).getAllKeysFromIndex('items', 'userId', userId)
    for (const key of keys) await (await database()).delete('items', key)
    notify()
  },
}
