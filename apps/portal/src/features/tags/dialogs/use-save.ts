import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { ApiError } from '../../../lib/api/api-error.js'
import { useTagsChanged } from '../queries/tag-changes.js'

const CHANGED_SINCE = 412

/** Saves a form about a tag or a group; what the API refuses stands at its field. */
export function useSave(onSaved: () => void) {
  const { t } = useTranslation('tags')
  const notify = useNotify()
  const changed = useTagsChanged()
  const [isPending, setIsPending] = useState(false)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const save = async (work: () => Promise<{ name: string }>) => {
    setIsPending(true)
    setErrors({})
    try {
      const { name } = await work()
      notify.success(t('done.saved', { name }))
      void changed()
      onSaved()
    } catch (error) {
      const refused = error instanceof ApiError ? Object.entries(error.fieldErrors) : []
      setErrors(Object.fromEntries(refused.map(([field, [message]]) => [field, message])))
      if (error instanceof ApiError && error.status === CHANGED_SINCE) notify.error(t('failed.changedSince'))
      else if (refused.length === 0) notify.failure(error)
    } finally {
      setIsPending(false)
    }
  }
  return { save, isPending, errors, setErrors }
}
