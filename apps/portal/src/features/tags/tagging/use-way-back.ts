import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { counted } from '../../../lib/format/numbers.js'
import { useTagsChanged } from '../queries/tag-changes.js'
import { undoTagging } from './tag-entities.js'
import type { TaggingResult } from './taggable.js'

/** Returns a function that offers to undo a change after its dialog is closed. */
export function useWayBack(): (result: TaggingResult) => void {
  const { t } = useTranslation('tags')
  const notify = useNotify()
  const changed = useTagsChanged()
  const undo = async (undoIds: readonly number[]) => {
    try {
      const { changed: undone } = await undoTagging(undoIds)
      notify.success(t('bulk.undone', counted(undone)))
    } catch (error) {
      notify.failure(error)
    } finally {
      void changed()
    }
  }
  return ({ changed: count, undoIds }) => {
    if (undoIds.length === 0) return
    notify.success(t('bulk.changed', counted(count)), { wayBack: { label: t('actions.undo'), onAct: () => void undo(undoIds) } })
  }
}
