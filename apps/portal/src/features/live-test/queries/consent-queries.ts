import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { orNull } from '../../../lib/api/api-error.js'
import type { components } from '../../../lib/api/schema.js'
import { debugKey } from './device-queries.js'

export type ConsumerEntity = components['schemas']['ConsumerEntity']
export type Consent = components['schemas']['Consent']

const PENDING_POLL_MS = 5_000
const GRANTED_POLL_MS = 15_000

const pollMs = (consent: Consent | null | undefined): number | false =>
  consent?.state === 'pending' ? PENDING_POLL_MS : consent?.state === 'granted' ? GRANTED_POLL_MS : false

/** The vehicle's customer and the customer's consent. Null if the tracker is on no vehicle. */
export const consumerEntityQuery = (imei: string) =>
  queryOptions({
    queryKey: [...debugKey(imei), 'consumer-entity'],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/v1/debug/{id}/consumer-entity', { params: { path: { id: imei } }, signal })
      return (await orNull(unwrap(call)))?.data ?? null
    },
    // Polled, because the customer may answer at any time.
    refetchInterval: ({ state }) => pollMs(state.data?.consent),
    staleTime: 0,
  })

/** Runs a change of the consent, then reads all data of the tracker again. */
function useConsentChange<Wanted>(imei: string, mutationFn: (wanted: Wanted) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => queries.invalidateQueries({ queryKey: debugKey(imei) }) })
}

/** Requests consent by mail, or records that the customer agreed in person. */
export const useRequestConsent = (imei: string) =>
  useConsentChange(imei, (channel: Consent['channel']) => {
    const body = { channel, ...(channel === 'in-person' && { customer_agreed: true }) }
    return unwrap(api.PUT('/api/v1/debug/{id}/request-consent', { params: { path: { id: imei } }, body }))
  })

/** Ends the consent, or withdraws a request that is unanswered. */
export const useRevokeConsent = (imei: string) =>
  useConsentChange<void>(imei, () => unwrap(api.DELETE('/api/v1/debug/{id}/consent', { params: { path: { id: imei } } })))
