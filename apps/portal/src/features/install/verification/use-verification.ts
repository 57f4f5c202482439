import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNow } from '../../../lib/clock.js'
import { usePermission } from '../../../lib/session/session.js'
import { getViewAs } from '../../../lib/session/view-as.js'
import { useEntityPosition } from '../../../live/use-entity-position.js'
import { useLiveSession } from '../../../live/use-live-session.js'
import { INSTALL_KEY } from '../queries/install-queries.js'
import { type Verification, verificationKey, verificationQuery } from './verification-queries.js'

/** How the installation on a vehicle stands at this second: asked again as soon as the live line tells of the vehicle. */
export function useVerification(entityId: number) {
  const queries = useQueryClient()
  const isAllowed = usePermission('create:entity')
  const now = useNow()
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...verificationQuery(entityId), enabled: isAllowed })
  const isVerified = data?.state === 'verified'
  const heardAt = useHeardAt(entityId, isAllowed && data !== null && !isVerified)
  useEffect(() => {
    if (heardAt !== undefined) void queries.invalidateQueries({ queryKey: verificationKey(entityId) }, { cancelRefetch: false })
  }, [queries, entityId, heardAt])
  const verifiedAt = data?.verified_at ?? undefined
  useEffect(() => {
    if (verifiedAt === undefined) return
    for (const key of [[INSTALL_KEY, 'latest'], [INSTALL_KEY, 'unverified'], ['entities']])
      void queries.invalidateQueries({ queryKey: key })
  }, [queries, verifiedAt])
  return { isAllowed, verification: data, error, refetch, waitedS: waitedS(data, now - dataUpdatedAt) }
}

/** The counter goes on between two answers; a clock that is behind does not turn it back. */
function waitedS(verification: Verification | null | undefined, sinceAnswerMs: number): number {
  if (!verification) return 0
  if (verification.state === 'verified') return verification.waited_s
  return verification.waited_s + Math.max(0, Math.floor(sinceAnswerMs / 1_000))
}

/** When the live line told of the vehicle last, for who may see the map; it may hide the place and tells all the same. */
function useHeardAt(entityId: number, isWanted: boolean): number | undefined {
  const session = useLiveSession()
  const isListening = usePermission('read:map') && isWanted && !getViewAs()
  useEffect(
    () => (isListening ? session.use('debugger', { channel: 'entity', id: entityId }) : undefined),
    [session, isListening, entityId],
  )
  return useEntityPosition(session.positions, isListening ? entityId : undefined)?.receivedAt
}
