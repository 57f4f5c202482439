import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import { ApiError } from '../../lib/api/api-error.js'
import { useOnceKey } from '../../lib/api/once-key.js'
import { fieldOf, type InstallForm, toInstall } from './install-form.js'
import { changes, useInstallChange } from './queries/install-changes.js'
import type { InstallFormApi } from './use-fields.js'

/** A vehicle that was just installed. */
interface Installed {
  name: string
  imei: string
}

const CONFLICT = 409

/** Saves the form; what the API refuses stands at its field. */
export function useInstall(form: InstallFormApi) {
  const { t } = useTranslation('install')
  const notify = useNotify()
  const onceKey = useOnceKey()
  const install = useInstallChange(changes.install)
  const [installed, setInstalled] = useState<Installed>()

  const refuse = (error: unknown) => {
    const refused = error instanceof ApiError ? Object.entries(error.fieldErrors) : []
    const known = refused.flatMap(([name, [message]]) => {
      const field = fieldOf(name)
      return field ? [[field, message] as const] : []
    })
    for (const [at, [field, message]] of known.entries()) form.setError(field, { message }, { shouldFocus: at === 0 })
    if (known.length > 0) return
    // Somebody else was quicker: what is wrong is the tracker.
    if (error instanceof ApiError && error.status === CONFLICT) {
      form.setError('imei', { message: error.message }, { shouldFocus: true })
    } else notify.failure(error)
  }

  const save = async (values: InstallForm): Promise<boolean> => {
    try {
      const body = toInstall(values)
      const { name, imei } = await install.mutateAsync({ body, key: onceKey(body) })
      setInstalled({ name, imei: imei ?? values.imei })
      notify.success(t('saved.title', { name }))
      return true
    } catch (error) {
      refuse(error)
      return false
    }
  }
  return { save, isSaving: install.isPending, installed }
}
