import { useEffect, useEffectEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { refuseInto } from '../../../components/use-refuse.js'
import { useTwins } from '../../../components/twin-notice.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { ApiError } from '../../../lib/api/api-error.js'
import { useOnceKey } from '../../../lib/api/headers.js'
import { FIELDS, fieldOf, type InstallField, type InstallForm, toInstall } from './install-form.js'
import { onMending, takeMending } from '../outbox/mending.js'
import { useFieldWork } from '../outbox/use-field-work.js'
import type { InstallFormApi } from './use-fields.js'

/** A vehicle that was just installed. */
export interface Installed {
  name: string
  imei: string
  /** Absent while the installation is stored on this phone and waits for a connection. */
  entityId?: number
}

/** Result of saving: the vehicle, or the rejected field. The field is undefined if the error does not concern a field. */
export type Outcome = { installed: Installed } | { refused: InstallField | undefined }

const CONFLICT = 409

/**
 * Saves the form now if there is a connection, otherwise when there is one again. Validation errors are shown at their fields.
 */
export function useInstall(form: InstallFormApi) {
  const { t } = useTranslation(['install', 'outbox'])
  const notify = useNotify()
  const onceKey = useOnceKey()
  const { send, isSending } = useFieldWork()

  const numbers = useWatch({
    control: form.control,
    compute: ({ frame_number, license_plate }: InstallForm) => JSON.stringify([frame_number, license_plate]),
  })
  const { twins, holdFor } = useTwins(numbers)

  const refuse = (error: unknown): InstallField | undefined => {
    const known = refuseInto(form, error, fieldOf)
    if (known.length > 0) return FIELDS.find((field) => known.includes(field))
    // A conflict means that another user has just installed this tracker, so the error is shown at the tracker's field.
    if (error instanceof ApiError && error.status === CONFLICT) {
      form.setError('imei', { message: error.message })
      return 'imei'
    }
    notify.failure(error)
    return undefined
  }

  const save = async (values: InstallForm, allowTwin = false): Promise<Outcome> => {
    try {
      const body = { ...toInstall(values), ...(allowTwin && { allow_twin: true }) }
      const saved = await send({ kind: 'install', form: values, body }, onceKey(body), values.name)
      if (saved === 'kept') {
        notify.notice(t('outbox:kept', { name: values.name }))
        return { installed: { name: values.name, imei: values.imei } }
      }
      const { id, name, imei } = saved
      notify.success(t('saved.title', { name }))
      return { installed: { name, imei: imei ?? values.imei, entityId: id } }
    } catch (error) {
      holdFor(error)
      return { refused: refuse(error) }
    }
  }
  const mend = useEffectEvent(() => {
    const mending = takeMending()
    if (!mending) return
    const { message, status, fieldErrors } = mending.refusal
    form.reset(mending.form)
    refuse(new ApiError(message, status, 'http', undefined, fieldErrors))
  })
  useEffect(() => {
    mend()
    return onMending(mend)
  }, [])
  return { save, twins, isSaving: isSending }
}
