import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import { ApiError } from '../../lib/api/api-error.js'
import { errorReason } from '../../lib/api/error-text.js'
import { useOnceKey } from '../../lib/api/once-key.js'
import { type EntityForm, toCreate, toUpdate } from './entity-form.js'
import type { Entity } from './entity.js'
import { changes, useEntitiesChanged } from './queries/entity-changes.js'

const CHANGED_SINCE = 412
/** Fields of the form whose name on the wire is another one. */
const FIELD_OF: Readonly<Record<string, keyof EntityForm>> = { odometer_m: 'odometerKm' }

/** Makes or changes a vehicle; what the API refuses stands at its field. @returns the vehicle as saved, undefined when it was not */
export function useSaveEntity(form: UseFormReturn<EntityForm>, entity: Entity | undefined) {
  const { t } = useTranslation('entities')
  const { t: tErrors } = useTranslation('errors')
  const notify = useNotify()
  const changed = useEntitiesChanged()
  const keyOf = useOnceKey()

  const isField = (name: string): name is keyof EntityForm => name in form.getValues()
  const refuse = (error: unknown) => {
    const refused = error instanceof ApiError ? Object.entries(error.fieldErrors) : []
    const known = refused.flatMap(([name, [message]]) => {
      const field = FIELD_OF[name] ?? name
      return isField(field) ? [[field, message] as const] : []
    })
    for (const [field, message] of known) form.setError(field, { message }, { shouldFocus: true })
    if (known.length > 0) return
    if (error instanceof ApiError && error.status === CHANGED_SINCE) notify.error(t('form.changedSince'))
    else if (entity) notify.error(t('failed.update', { reason: errorReason(error, tErrors) }))
    else notify.failure(error)
  }

  return async (values: EntityForm): Promise<Entity | undefined> => {
    try {
      const body = toCreate(values)
      const saved = entity
        ? await changes.update({ entity, body: toUpdate(values, entity) })
        : await changes.create({ body, key: keyOf(body) })
      notify.success(entity ? t('done.updated', { name: saved.name }) : t('done.created', { name: saved.name }))
      void changed()
      return saved
    } catch (error) {
      refuse(error)
      return undefined
    }
  }
}
