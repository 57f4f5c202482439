import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { OutboxItem } from './outbox-item.js'

interface OutboxSchema extends DBSchema {
  items: { key: string; value: OutboxItem; indexes: { userId: number } }
}

const NAME = 'roadbook-outbox'
let opening: Promise<IDBPDatabase<OutboxSchema>> | undefined

/** Fails where the browser keeps nothing. */
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

/** Calls back when the outbox changed, in this tab or in another one; returns the unsubscriber. */
export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener)
  const others = channel?.()
  others?.addEventListener('message', listener)
  return () => {
    listeners.delete(listener)
    others?.close()
  }
}

function tell(): void {
  for (const listener of listeners) listener()
  const others = channel?.()
  others?.postMessage('changed')
  others?.close()
}

/** What its owner sends at this moment, in front of the form. */
const going = new Set<string>()

/** The work of one user that waits on this device, oldest first. */
export const outboxStore = {
  all: async (userId: number): Promise<OutboxItem[]> => {
    const items = await (await database()).getAllFromIndex('items', 'userId', userId)
    return items.sort((one, other) => one.queuedAt - other.queuedAt)
  },
  /** Without what its owner sends at this moment: that does not wait. */
  waiting: async (userId: number): Promise<OutboxItem[]> => (await outboxStore.all(userId)).filter(({ key }) => !going.has(key)),
  begin: (key: string): void => void going.add(key),
  end: (key: string): void => {
    if (going.delete(key)) tell()
  },
  get: async (key: string): Promise<OutboxItem | undefined> => (await database()).get('items', key),
  put: async (item: OutboxItem): Promise<void> => {
    await (await database()).put('items', item)
    tell()
  },
  remove: async (key: string): Promise<void> => {
    await (await database()).delete('items', key)
    tell()
  },
  clear: async (userId: number): Promise<void> => {
    const keys = await (await database()).getAllKeysFromIndex('items', 'userId', userId)
    for (const key of keys) await (await database()).delete('items', key)
    tell()
  },
}
