import { useQueryClient } from '@tanstack/react-query'
import { Merge, Split } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../../components/action-button.js'
import { useChange, useReread } from '../../../components/notifications/use-change.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import type { Trip } from '../queries/trip-queries.js'
import { recalculationsKey, useNewestRecalculation } from '../recalculation/use-newest-recalculation.js'

interface JoinWish {
  trip: Trip
  /** Neighbour to join the trip with. Absent to separate the trip from those joined to it. */
  with?: 'next' | 'previous'
}

/** Joins a trip with its neighbour, or separates it again. The result is shown as soon as the trips are recalculated. */
export function useTripJoins(): (trip: Trip, disabledBecause: string | undefined) => Action[] {
  const { t } = useTranslation('trips')
  const [watched, setWatched] = useState<number>()
  useNewestRecalculation(watched ?? 0, watched !== undefined)
  const queries = useQueryClient()
  const change = useChange(
    ({ trip, with: other }: JoinWish, key) => {
      const params = { path: { id: trip.id }, header: once(key) }
      return other === undefined
        ? dataOf(api.POST('/api/v1/trips/{id}/part', { params }))
        : dataOf(api.POST('/api/v1/trips/{id}/join', { params, body: { with: other } }))
    },
    useReread(),
    {
      done: (_, { with: other }) => t(other === undefined ? 'joins.parting' : 'joins.joining'),
      then: (asked, { trip }) => {
        // The result of a recalculation is shown only if the recalculation was waiting at the poll before. It may end before
        // the first poll, so it is stored here as waiting.
        queries.setQueryData(recalculationsKey(trip.entity_id), [asked])
        setWatched(trip.entity_id)
      },
    },
  )
  return (trip, disabledBecause) => [
    {
      label: t('joins.next'),
      icon: Merge,
      disabledBecause,
      onAct: () => change.mutate({ trip, with: 'next' }),
    },
    {
      label: t('joins.previous'),
      icon: Merge,
      disabledBecause,
      onAct: () => change.mutate({ trip, with: 'previous' }),
    },
    ...(trip.is_joined ? [{ label: t('joins.part'), icon: Split, disabledBecause, onAct: () => change.mutate({ trip }) }] : []),
  ]
}
