import type { TFunction } from 'i18next'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useReread } from '../../../components/notifications/use-change.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import { counted } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { type BulkAction, bulkRequest, download } from '../../../table/index.js'
import type { Trip } from '../queries/trip-queries.js'

export const PURPOSES = ['business', 'private', 'commute'] as const
export const FORMATS = ['gpx', 'kml', 'geojson', 'csv'] as const
export type Format = (typeof FORMATS)[number]

/** First part of all query keys that show trips. */
const TRIPS = 'trips'
export const useTripsChanged = () => useReread(TRIPS)

/** Returns the reason why a trip cannot be changed, if the portal knows it without asking the API. */
export const refusalOf = ({ is_logged, is_open }: Trip, isDeletion: boolean, t: TFunction<'trips'>): string | undefined =>
  is_logged ? t('refused.logged') : isDeletion && is_open ? t('refused.open') : undefined

/** Deletes a trip with an undo, and restores one. */
export function useTripChanges(onGone: () => void) {
  const { t } = useTranslation('trips')
  const notify = useNotify()
  const changed = useTripsChanged()
  const params = ({ id }: Trip) => ({ params: { path: { id } } })
  const during = (work: Promise<unknown>, then: () => void) =>
    void work
      .then(() => {
        then()
        void changed()
      })
      .catch(notify.failure)
  const restore = (trip: Trip) =>
    during(unwrap(api.PUT('/api/v1/trips/{id}/restore', params(trip))), () => notify.success(t('done.restore')))
  const remove = (trip: Trip) =>
    during(unwrap(api.DELETE('/api/v1/trips/{id}', params(trip))), () => {
      notify.success(t('done.delete'), { wayBack: { label: t('undo'), onAct: () => restore(trip) } })
      onGone()
    })
  return { remove, restore }
}

/** Returns actions that delete and restore many trips together. The result is reported for each trip. */
export function useBulkTrips(): Record<'remove' | 'restore', BulkAction<Trip>> {
  const { t } = useTranslation('trips')
  const disabledBecause = useMissingRight('delete:entity')
  const changed = useTripsChanged()
  const setDeleted = (action: 'delete' | 'restore') =>
    bulkRequest<Trip>({
      send: (ids, key) => unwrap(api.POST('/api/v1/trips/bulk', { params: { header: once(key) }, body: { action, ids } })),
      takeBack: (id, key) => unwrap(api.POST('/api/v1/trips/bulk/{id}/undo', { params: { path: { id }, header: once(key) } })),
      onChanged: changed,
    })
  return {
    remove: {
      key: 'delete',
      label: t('actions.delete'),
      icon: Trash2,
      isDanger: true,
      disabledBecause,
      effectOn: (count) => t('bulk.delete', counted(count)),
      refusalOf: (trip) => refusalOf(trip, true, t),
      ...setDeleted('delete'),
    },
    restore: {
      key: 'restore',
      label: t('actions.restore'),
      icon: RotateCcw,
      disabledBecause,
      effectOn: (count) => t('bulk.restore', counted(count)),
      ...setDeleted('restore'),
    },
  }
}

type FileCall = Promise<{ data?: Blob; error?: unknown; response: Response }>

/** Downloads a file from the API under the name that the API gives. */
export async function takeFile(call: Promise<unknown>, otherwise: string): Promise<void> {
  const file = await unwrap(call as FileCall)
  const { response } = await (call as FileCall)
  download(file, /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? otherwise)
}

export const downloadTrip = (id: number, format: Format, timeZone: string): Promise<void> => {
  const params = { path: { id }, query: { format, tz: timeZone } }
  return takeFile(api.GET('/api/v1/trips/{id}/export', { params, parseAs: 'blob' }), `trip.${format}`)
}
