import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNow } from '../../../lib/clock.js'
import { usePermission } from '../../../lib/session/session.js'
import { useLivePosition } from '../../../live/use-live-position.js'
import { INSTALL_KEY } from '../queries/install-queries.js'
import { type Verification, verificationKey, verificationQuery } from './verification-queries.js'

/** Returns the current state of a vehicle's installation. Reads it again as soon as the live connection reports the vehicle. */
export function useVerification(entityId: number) {
  const queries = useQueryClient()
  const isAllowed = usePermission('create:entity')
  const now = useNow()
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...verificationQuery(entityId), enabled: isAllowed })
  const isAwaited = isAllowed && data !== null && data?.state !== 'verified'
  // Even if the live connection hides the position, it still reports that data arrived.
  const heardAt = useLivePosition(isAwaited ? entityId : undefined).position?.receivedAt
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

/**
 * Returns the waiting time in seconds. It also increases between two responses. It is never less than in the last response,
 * even if the browser's clock is behind.
 */
function waitedS(verification: Verification | null | undefined, sinceAnswerMs: number): number {
  if (!verification) return 0
  if (verification.state === 'verified') return verification.waited_s
  return verification.waited_s + Math.max(0, Math.floor(sinceAnswerMs / 1_000))
}
