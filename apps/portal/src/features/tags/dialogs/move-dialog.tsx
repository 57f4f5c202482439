import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { groupsQuery } from '../queries/tag-queries.js'
import type { Tag, TagGroup } from '../tag.js'
import { useRefusals } from '../use-refusals.js'
import { useTagChanges } from '../use-tag-changes.js'

interface MoveDialogProps {
  tag: Tag
  /** Group that the tag leaves. If absent, the tag is only added to the other group. */
  from: TagGroup | undefined
  onClose: () => void
}

/** Moves a tag to another group or adds it there. For keyboard users, who cannot drag. */
export function MoveDialog({ tag, from, onClose }: MoveDialogProps) {
  const { t } = useTranslation('tags')
  const { data: groups = [] } = useQuery(groupsQuery)
  const refusals = useRefusals()
  const { move } = useTagChanges()
  const [chosen, setChosen] = useState('')
  const [isPending, setIsPending] = useState(false)
  const leaves = from && refusals.regroup(tag, from) === undefined ? from : undefined
  const to = groups.find(({ id }) => String(id) === chosen)
  const confirm = async () => {
    if (!to) return
    setIsPending(true)
    if (await move(tag, leaves, to)) onClose()
    setIsPending(false)
  }
  return (
    <AskDialog
      title={t(leaves ? 'move.title' : 'move.addTitle', { name: tag.name })}
      onClose={onClose}
      act={{ label: t(leaves ? 'move.act' : 'move.actAdd'), onAct: () => void confirm(), isPending, isDisabled: !to }}
    >
      <Field select autoFocus label={t('move.group')} value={chosen} onChange={({ target }) => setChosen(target.value)}>
        {groups.map((group) => {
          const refusal = refusals.isThere(tag, group) ?? refusals.regroup(tag, group)
          return (
            <MenuItem key={group.id} value={String(group.id)} disabled={refusal !== undefined}>
              <ListItemText primary={group.name} secondary={refusal} />
            </MenuItem>
          )
        })}
      </Field>
    </AskDialog>
  )
}
