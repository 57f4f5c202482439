import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type RuntimeConfig, useRuntimeConfig } from '../config/runtime-config.js'
import { type LiveLink, setLiveLink } from '../lib/live-link.js'
import { getViewAs } from '../lib/session/view-as.js'
import { onAccessTokenChange, validAccessToken } from '../lib/session/access-token.js'
import type { LiveState } from './live-client.js'
import { createLiveSession, type LiveReason, type LiveSession } from './live-session.js'

/** One session per query cache. It continues when a screen is closed, so that the live test goes on without the map. */
const sessions = new WeakMap<QueryClient, LiveSession>()

const links: Record<LiveState, LiveLink> = {
  stopped: 'off',
  connecting: 'connecting',
  connected: 'live',
  live: 'live',
  error: 'broken',
}

/** Returns the portal's live session, which is created on first use. */
export function useLiveSession(): LiveSession {
  const queries = useQueryClient()
  const config = useRuntimeConfig()
  return useMemo(() => {
    const session = sessions.get(queries) ?? startSession(queries, config)
    sessions.set(queries, session)
    return session
  }, [queries, config])
}

function startSession(queries: QueryClient, config: RuntimeConfig): LiveSession {
  const session = createLiveSession({
    queries,
    url: liveUrl(config.live_url, window.location),
    token: validAccessToken,
  })
  session.client.onState(() => setLiveLink(links[session.client.state()]))
  onAccessTokenChange((token) => token && session.client.renewToken())
  window.addEventListener('online', () => session.client.retryNow())
  return session
}

/** Returns the configured URL, or the live channel of the portal's own host. */
export function liveUrl(configured: string | null, location: Pick<Location, 'protocol' | 'host'>): string {
  return configured ?? `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/v1/live`
}

/**
 * Keeps live updates of the fleet, or of one entity, running while the component is mounted. Does nothing while the portal is
 * viewed as a role, because the live channel applies the user's own permissions and not those of the role.
 */
export function useLiveUpdates(session: LiveSession, reason: LiveReason, entityId?: number): LiveState {
  useEffect(
    () =>
      getViewAs()
        ? undefined
        : session.use(reason, entityId === undefined ? { channel: 'fleet' } : { channel: 'entity', id: entityId }),
    [session, reason, entityId],
  )
  return useSyncExternalStore(session.client.onState, session.client.state)
}
