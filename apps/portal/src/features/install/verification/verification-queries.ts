import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { orNull } from '../../../lib/api/api-error.js'
import type { components } from '../../../lib/api/schema.js'
import { INSTALL_KEY } from '../queries/install-queries.js'

export type Verification = components['schemas']['InstallationVerification']
export type Check = components['schemas']['InstallationCheck']

/** Polling interval in ms. Polling is needed because the live connection reports only positions, and not to every user. */
const POLL_MS = 1_500
/**
 * Polling interval in ms for a tracker that has been silent for long. Then probably nobody waits beside the vehicle for an
 * update.
 */
const SLOW_POLL_MS = 10_000
const SLOW_AFTER_S = 900
/** Seconds after the installation at which checking ends. */
export const OVER_S = 86_400

export const verificationKey = (entityId: number) => [INSTALL_KEY, 'verification', entityId] as const

/** State of a vehicle's installation. Null if no tracker is on it. Polled until it is verified. */
export const verificationQuery = (entityId: number) =>
  queryOptions({
    queryKey: verificationKey(entityId),
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/v1/install-devices/verification/{id}', { params: { path: { id: entityId } }, signal })
      return (await orNull(unwrap(call)))?.data ?? null
    },
    refetchInterval: ({ state: { data } }) => {
      if (data === null || data?.state === 'verified') return false
      const waitedS = data?.waited_s ?? 0
      if (waitedS >= OVER_S) return false
      return waitedS < SLOW_AFTER_S ? POLL_MS : SLOW_POLL_MS
    },
    staleTime: 0,
    retry: false,
  })

/** Unverified installations, newest first. */
export const unverifiedQuery = queryOptions({
  queryKey: [INSTALL_KEY, 'unverified'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/install-devices/unverified', { signal }))).data,
  refetchInterval: 60_000,
})
