import { useMutation } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Hint } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { changes, useEntitiesChanged } from '../queries/entity-changes.js'
import type { Asked } from '../use-entity-actions.js'

interface AskedDialogProps {
  asked: Asked
  /** @param isDone true if the action was done, false if the user only closed the dialog */
  onClose: (isDone: boolean) => void
}

/**
 * Asks for confirmation before a vehicle is deleted or restored, then does so and notifies the user. For a while, the
 * notification of a deletion has an Undo button.
 */
export function AskedDialog({ asked: { what, entity }, onClose }: AskedDialogProps) {
  const { t } = useTranslation('entities')
  const { t: tErrors } = useTranslation('errors')
  const notify = useNotify()
  const changed = useEntitiesChanged()
  const { id, name } = entity
  const restore = async () => {
    try {
      await changes.restore(id)
      notify.success(t('done.restored', { name }))
    } catch (error) {
      notify.error(t('failed.restore', { reason: errorReason(error, tErrors) }))
      throw error
    } finally {
      void changed()
    }
  }
  const remove = async () => {
    try {
      await changes.remove(id)
    } catch (error) {
      notify.error(t('failed.delete', { reason: errorReason(error, tErrors) }))
      throw error
    }
    // The error is ignored here, because `restore` has already shown it.
    const wayBack = { label: t('undo'), onAct: () => void restore().catch(() => undefined) }
    notify.success(t('done.deleted', { name }), { wayBack })
    void changed()
  }
  const work = useMutation({ mutationFn: what === 'delete' ? remove : restore, onSuccess: () => onClose(true) })
  return (
    <AskDialog
      isAlert
      icon={what === 'delete' ? Trash2 : RotateCcw}
      tone={what === 'delete' ? 'error' : 'neutral'}
      title={t(`ask.${what}.title`, { name })}
      onClose={() => onClose(false)}
      act={{
        label: t(`ask.${what}.confirm`),
        onAct: () => work.mutate(),
        isPending: work.isPending,
        isDanger: what === 'delete',
      }}
      isHeld
    >
      <Hint>{t(`ask.${what}.text`)}</Hint>
    </AskDialog>
  )
}
