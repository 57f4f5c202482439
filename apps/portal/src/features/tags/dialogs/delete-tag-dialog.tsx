import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Hint } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { refusedFields } from '../../../lib/api/api-error.js'
import { counted } from '../../../lib/format/numbers.js'
import { TagPicker } from '../components/tag-picker.js'
import { changes, useTagsChanged } from '../queries/tag-changes.js'
import type { Tag } from '../tag.js'
import { useTagChanges } from '../use-tag-changes.js'

/** Shows what uses the tag before it is deleted, and offers to replace it with another tag (D.15). */
export function DeleteTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { t } = useTranslation('tags')
  const notify = useNotify()
  const changed = useTagsChanged()
  const { deleteTag } = useTagChanges()
  const [isMerge, setIsMerge] = useState(false)
  const [into, setInto] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const count = tag.entities_count

  const merge = async () => {
    if (into === null) return setError(t('required', { field: t('delete.into') }))
    try {
      const merged = await changes.mergeTag(tag, into)
      notify.success(t('done.merged', { name: merged.name, into: await nameOf(into) }))
      void changed()
      onClose()
    } catch (cause) {
      const refused = refusedFields(cause).into
      if (refused === undefined) notify.failure(cause)
      else setError(refused)
    }
  }
  const confirm = async () => {
    setIsPending(true)
    if (isMerge) await merge()
    else if (await deleteTag(tag)) onClose()
    setIsPending(false)
  }
  return (
    <AskDialog
      title={t('delete.title', { name: tag.name })}
      onClose={onClose}
      act={{
        label: isMerge ? t('delete.actMerge') : t('delete.act'),
        onAct: () => void confirm(),
        isPending,
        isDanger: !isMerge,
      }}
      keepLabel={t('delete.keep')}
    >
      <Hint>{count === 0 ? t('delete.unused') : t('delete.used', counted(count))}</Hint>
      <Choice isMerge={isMerge} onChange={setIsMerge} />
      {isMerge && (
        <TagPicker
          autoFocus
          type={tag.type}
          except={tag.id}
          label={t('delete.into')}
          value={into}
          errorText={error}
          onChange={(id) => {
            setInto(id)
            setError(undefined)
          }}
        />
      )}
    </AskDialog>
  )
}

/** Choice between removing the tag everywhere and replacing it. */
function Choice({ isMerge, onChange }: { isMerge: boolean; onChange: (isMerge: boolean) => void }) {
  const { t } = useTranslation('tags')
  return (
    <RadioGroup
      aria-label={t('delete.choice')}
      value={isMerge ? 'merge' : 'delete'}
      onChange={(_event, value) => onChange(value === 'merge')}
    >
      {(['delete', 'merge'] as const).map((value) => (
        <FormControlLabel
          key={value}
          value={value}
          control={<Radio size="small" />}
          label={t(value === 'merge' ? 'delete.merge' : 'delete.plain')}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      ))}
    </RadioGroup>
  )
}

const nameOf = async (id: number): Promise<string> => (await changes.readTag(id)).name
