import type { QueryClient } from '@tanstack/react-query'
import { applyLiveEvent } from './apply-live-event.js'
import { createLiveClient, type LiveClient, type LiveClientOptions } from './live-client.js'
import type { LiveTopic } from './live-topics.js'
import { createPositionsStore, type PositionsStore } from './positions-store.js'

/** Purpose of live updates: `map` for maps, `debugger` for one vehicle on another screen, such as the live test. */
export type LiveReason = 'map' | 'debugger'

export interface LiveSession {
  positions: PositionsStore
  client: LiveClient
  /**
   * Starts live updates of a topic. The returned function ends this use. The connection closes when the last use of any topic
   * ends.
   */
  use: (reason: LiveReason, topic: LiveTopic) => () => void
  isUsedBy: (reason: LiveReason) => boolean
}

export type LiveSessionOptions = Omit<LiveClientOptions, 'onEvent'> & { queries: QueryClient }

/** Creates the portal's single live connection, open while it is in use. */
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
