import type { QueryClient } from '@tanstack/react-query'
import { applyLiveEvent } from './apply-live-event.js'
import { createLiveClient, type LiveClient, type LiveClientOptions } from './live-client.js'
import type { LiveTopic } from './live-topics.js'
import { createPositionsStore, type PositionsStore } from './positions-store.js'

/** Who needs live updates: a screen that shows them, or the debugger that goes on over all screens. */
export type LiveReason = 'map' | 'debugger'

export interface LiveSession {
  positions: PositionsStore
  client: LiveClient
  /** Live updates of a topic run from here until the returned function is called, and end with the last that needs them. */
  use: (reason: LiveReason, topic: LiveTopic) => () => void
  isUsedBy: (reason: LiveReason) => boolean
}

export type LiveSessionOptions = Omit<LiveClientOptions, 'onEvent'> & { queries: QueryClient }

/** One line to the server for the whole portal, up while somebody needs it. */
export function createLiveSession({ queries, ...options }: LiveSessionOptions): LiveSession {
  const positions = createPositionsStore()
  const client = createLiveClient({ ...options, onEvent: (event) => applyLiveEvent(event, positions, queries) })
  const uses = new Set<{ reason: LiveReason }>()
  return {
    positions,
    client,
    use(reason, topic) {
      const use = { reason }
      uses.add(use)
      const unsubscribe = client.subscribe(topic)
      client.start()
      return () => {
        if (!uses.delete(use)) return
        unsubscribe()
        if (uses.size === 0) client.stop()
      }
    },
    isUsedBy: (reason) => [...uses].some((use) => use.reason === reason),
  }
}
