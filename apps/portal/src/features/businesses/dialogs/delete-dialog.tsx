import Box from '@mui/material/Box'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Text, Hint } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import type { TreeBusiness } from '../../../lib/businesses/business-tree.js'
import { NotEmpty, useDeleteBusiness, type ContentCounts } from '../queries/business-changes.js'
import { MoveEverything } from './move-everything.js'

interface DeleteDialogProps {
  node: TreeBusiness
  /** @param select business to show afterwards */
  onClose: (select?: number | null) => void
}

/** Deletes an empty business. If the business is not empty, shows what prevents the deletion and helps to move it (G-20). */
export function DeleteDialog({ node, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('businesses')
  const notify = useNotify()
  const remove = useDeleteBusiness(node.id)
  const [counts, setCounts] = useState<ContentCounts>()
  const [isEmptied, setIsEmptied] = useState(false)
  const confirm = async () => {
    try {
      await remove.mutateAsync(undefined)
      notify.success(t('deleted', { name: node.name }))
      onClose(node.parent?.id ?? null)
    } catch (error) {
      if (error instanceof NotEmpty) setCounts(error.counts)
      else notify.failure(error)
    }
  }
  if (counts && !isEmptied)
    return <MoveEverything node={node} counts={counts} onMoved={() => setIsEmptied(true)} onClose={() => onClose()} />
  return (
    <AskDialog
      icon={Trash2}
      tone="error"
      title={t('delete.title', { name: node.name })}
      onClose={() => onClose()}
      act={{ label: t('delete.act'), onAct: () => void confirm(), isPending: remove.isPending, isDanger: true }}
      keepLabel={t('delete.keep')}
    >
      {isEmptied && (
        <Box role="status" sx={{ mb: 1 }}>
          <Text component="p" size="dense" weight="strong">
            {t('delete.emptied')}
          </Text>
        </Box>
      )}
      <Hint>{t('delete.effect')}</Hint>
    </AskDialog>
  )
}
