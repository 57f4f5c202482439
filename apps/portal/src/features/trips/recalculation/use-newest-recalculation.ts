import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useReread } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { counted } from '../../../lib/format/numbers.js'

export type Recalculation = components['schemas']['TripRecalculation']

const LOOK_AGAIN_MS = 2_000
export const isUnderWay = (one: Recalculation | undefined) => one?.state === 'queued' || one?.state === 'running'

/** Returns a vehicle's newest recalculation and polls it until it ends. Afterwards the trips are read again. */
export function useNewestRecalculation(entityId: number, isWatched: boolean): Recalculation | undefined {
  const { t } = useTranslation('trips')
  const notify = useNotify()
  const inWords = useResultInWords()
  const reread = useReread('trips')
  const { data } = useQuery({
    queryKey: recalculationsKey(entityId),
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/entities/{id}/trips/recalculations', { params: { path: { id: entityId } }, signal })),
    enabled: isWatched,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.[0]) ? LOOK_AGAIN_MS : false),
  })
  const newest = data?.[0]
  const seen = useRef<number>(undefined)
  useEffect(() => {
    if (!newest) return
    if (isUnderWay(newest)) seen.current = newest.id
    else if (seen.current === newest.id) {
      seen.current = undefined
      notify[newest.state === 'failed' ? 'error' : 'success'](t('recalculate.done', { result: inWords(newest) }))
      void reread()
    }
  })
  return newest
}

/**
 * Query key of a vehicle's recalculations. It does not begin with the key of the trips, because each live trip message has
 * all queries below that key read again.
 */
export const recalculationsKey = (entityId: number) => ['trip-recalculations', entityId]

/** Returns a function that describes the result of a recalculation. */
export function useResultInWords() {
  const { t } = useTranslation('trips')
  return ({ state, added, changed, removed }: Recalculation): string => {
    if (state === 'failed') return t('recalculate.failed')
    const parts = [
      added > 0 && t('recalculate.added', counted(added)),
      changed > 0 && t('recalculate.changed', counted(changed)),
      removed > 0 && t('recalculate.removed', counted(removed)),
    ].filter((part) => part !== false)
    return parts.length > 0 ? parts.join(', ') : t('recalculate.nothing')
  }
}
