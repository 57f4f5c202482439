import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useOnceKey } from '../../../lib/api/headers.js'
import { changes, useTagsChanged } from '../queries/tag-changes.js'
import { useTagChanges } from '../use-tag-changes.js'

/** Creates a tag with a new name when it is about to be used. */
export function useMakeTag() {
  const { t } = useTranslation('tags')
  const notify = useNotify()
  const changed = useTagsChanged()
  const keyOf = useOnceKey()
  const { failed } = useTagChanges()
  const [isMaking, setIsMaking] = useState(false)
  /** @returns the ID of the new tag, or undefined if creation failed; the user has then seen the error */
  const make = async (name: string): Promise<number | undefined> => {
    setIsMaking(true)
    const body = { name, type: 'general' as const }
    try {
      const { id } = await changes.createTag(body, keyOf(body))
      await changed()
      notify.success(t('done.createTag'))
      return id
    } catch (error) {
      failed('createTag', error)
      return undefined
    } finally {
      setIsMaking(false)
    }
  }
  return { make, isMaking }
}
