import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Hint } from '../../../components/layout/index.js'
import { counted } from '../../../lib/format/numbers.js'
import { groupQuery } from '../queries/tag-queries.js'
import type { TagGroup } from '../tag.js'
import { useTagChanges } from '../use-tag-changes.js'

/** Asks for confirmation before deleting a group and shows its content. Its tags stay. */
export function DeleteGroupDialog({ group, onClose }: { group: TagGroup; onClose: (isGone: boolean) => void }) {
  const { t } = useTranslation('tags')
  const { data } = useQuery(groupQuery(group.id))
  const { deleteGroup } = useTagChanges()
  const [isPending, setIsPending] = useState(false)
  const vehicles = data?.entities_count ?? 0
  const confirm = async () => {
    setIsPending(true)
    const isGone = await deleteGroup(group)
    setIsPending(false)
    if (isGone) onClose(true)
  }
  return (
    <AskDialog
      title={t('delete.title', { name: group.name })}
      onClose={() => onClose(false)}
      act={{ label: t('delete.actGroup'), onAct: () => void confirm(), isPending, isDanger: true }}
      keepLabel={t('delete.keepGroup')}
    >
      <Hint aria-live="polite">
        {data ? (
          t('delete.group', {
            tags: t('tagsOf', counted(data.tags_count)),
            vehicles: t('vehicles', counted(vehicles)),
          })
        ) : (
          <Skeleton width="80%" />
        )}
      </Hint>
    </AskDialog>
  )
}
