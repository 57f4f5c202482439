import { useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useChange, useReread } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useRefuse } from '../../../components/use-refuse.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { once, unchanged } from '../../../lib/api/headers.js'
import { GEOFENCES_KEY, geofenceQuery } from '../../../map/geofences/geofence-query.js'
import { type Geofence, type GeofenceForm, toGeofenceBody, toGeofenceForm } from '../geofence.js'

/**
 * Saves a geofence. If another user changed the geofence meanwhile, loads that user's version into the form, except into the
 * fields that were changed here.
 */
export function useSaveGeofence(form: UseFormReturn<GeofenceForm>, geofence: Geofence | undefined, onDone: () => void) {
  const { t } = useTranslation('geofences')
  const notify = useNotify()
  const queries = useQueryClient()
  const { mutateAsync } = useChange(
    (values: GeofenceForm, key) => {
      const body = toGeofenceBody(values)
      if (!geofence) {
        const { business_id } = values
        return dataOf(api.POST('/api/v1/geofences', { params: { header: once(key) }, body: { ...body, business_id } }))
      }
      const params = { path: { id: geofence.id }, header: unchanged(geofence) }
      return dataOf(api.PUT('/api/v1/geofences/{id}', { params, body }))
    },
    useReread(GEOFENCES_KEY, 'alert-rules', 'alert-rule-previews', 'alerts'),
  )
  const refuse = useRefuse(form, {
    fields: { shape: 'points', reach_m: 'reach', limit_kph: 'limit' },
    ...(geofence && {
      reread: async () => toGeofenceForm((await queries.fetchQuery({ ...geofenceQuery(geofence.id), staleTime: 0 })) ?? geofence),
    }),
  })
  return async (values: GeofenceForm) => {
    try {
      const { name } = await mutateAsync(values)
      notify.success(t('done.save', { name }))
      onDone()
    } catch (error) {
      await refuse(error)
    }
  }
}
