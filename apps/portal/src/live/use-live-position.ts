import { useEffect, useSyncExternalStore } from 'react'
import { usePermission } from '../lib/session/session.js'
import { getViewAs } from '../lib/session/view-as.js'
import { useEntityPosition } from './use-entity-position.js'
import { useLiveSession } from './use-live-session.js'

/**
 * Returns one vehicle's live position on any screen, for users who may see the map. Screens of other users poll every few seconds
 * instead.
 */
export function useLivePosition(entityId: number | undefined) {
  const session = useLiveSession()
  const isListening = usePermission('read:map') && entityId !== undefined && !getViewAs()
  useEffect(
    () => (isListening ? session.use('debugger', { channel: 'entity', id: entityId }) : undefined),
    [session, isListening, entityId],
  )
  const line = useSyncExternalStore(session.client.onState, session.client.state)
  const position = useEntityPosition(session.positions, isListening ? entityId : undefined)
  return { position, isBroken: isListening && line === 'error', retryLine: session.client.retryNow }
}
