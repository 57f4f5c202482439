import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { isChangedSince, refusedFields } from '../../../lib/api/api-error.js'
import { useTagsChanged } from '../queries/tag-changes.js'

/**
 * Saves a form about a tag or a group; what the API refuses stands at its field. Where somebody was quicker, `reread` brings the
 * newest state in below what was typed.
 */
export function useSave(onSaved: () => void, reread: () => Promise<void>) {
  const { t } = useTranslation(['tags', 'common'])
  const notify = useNotify()
  const changed = useTagsChanged()
  const [isPending, setIsPending] = useState(false)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const startAgain = async (error: unknown) => {
    try {
      await reread()
      notify.warning(t('common:changedSince'))
    } catch {
      notify.failure(error)
    }
  }
  const save = async (work: () => Promise<{ name: string }>) => {
    setIsPending(true)
    setErrors({})
    try {
      const { name } = await work()
      notify.success(t('done.saved', { name }))
      void changed()
      onSaved()
    } catch (error) {
      const refused = refusedFields(error)
      setErrors(refused)
      if (isChangedSince(error)) await startAgain(error)
      else if (Object.keys(refused).length === 0) notify.failure(error)
    } finally {
      setIsPending(false)
    }
  }
  return { save, isPending, errors, setErrors }
}

export type Saving = ReturnType<typeof useSave>
