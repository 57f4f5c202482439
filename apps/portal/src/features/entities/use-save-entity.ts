import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTwins } from '../../components/twin-notice.js'
import { useRefuse } from '../../components/use-refuse.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { errorReason } from '../../lib/api/error-text.js'
import { useFormat } from '../../lib/format/use-format.js'
import { useOnceKey } from '../../lib/api/headers.js'
import { type EntityForm, toCreate, toForm, toUpdate } from './entity-form.js'
import type { Entity } from './entity.js'
import { changes, useEntitiesChanged } from './queries/entity-changes.js'
import { entityRecordQuery } from './queries/entity-queries.js'

/**
 * Creates or changes a vehicle. Validation errors are shown at their fields. Vehicles that may be the same one are returned as
 * `twins`.
 */
export function useSaveEntity(form: UseFormReturn<EntityForm>, entity: Entity | undefined) {
  const { t } = useTranslation('entities')
  const { t: tErrors } = useTranslation('errors')
  const notify = useNotify()
  const changed = useEntitiesChanged()
  const keyOf = useOnceKey()

  const queries = useQueryClient()
  const { timeZone } = useFormat()
  const refuse = useRefuse(form, {
    fields: { odometer_m: 'odometerKm' },
    ...(entity && {
      reread: async () =>
        toForm((await queries.fetchQuery({ ...entityRecordQuery(entity.id, timeZone), staleTime: 0 })) ?? entity),
      otherwise: (error: unknown) => notify.error(t('failed.update', { reason: errorReason(error, tErrors) })),
    }),
  })

  const numbers = useWatch({
    control: form.control,
    compute: ({ frame_number, license_plate }: EntityForm) => JSON.stringify([frame_number, license_plate]),
  })
  const { twins, holdFor } = useTwins(numbers)

  /** @returns the saved vehicle, or undefined if saving failed */
  const save = async (values: EntityForm, allowTwin = false): Promise<Entity | undefined> => {
    const allowed = allowTwin ? { allow_twin: true } : {}
    try {
      const body = { ...toCreate(values), ...allowed }
      const saved = entity
        ? await changes.update({ entity, body: { ...toUpdate(values, entity), ...allowed } })
        : await changes.create({ body, key: keyOf(body) })
      notify.success(entity ? t('done.updated', { name: saved.name }) : t('done.created', { name: saved.name }))
      void changed()
      return saved
    } catch (error) {
      holdFor(error)
      await refuse(error)
      return undefined
    }
  }
  return { save, twins }
}
