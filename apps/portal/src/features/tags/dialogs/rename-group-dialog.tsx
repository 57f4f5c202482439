import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { MAX_NAME_LENGTH } from '../components/new-group.js'
import { changes } from '../queries/tag-changes.js'
import { groupQuery } from '../queries/tag-queries.js'
import type { TagGroup } from '../tag.js'
import { useSave } from './use-save.js'

/** Another name for a group. */
export function RenameGroupDialog({ group, onClose }: { group: TagGroup; onClose: () => void }) {
  const { t } = useTranslation('tags')
  const [name, setName] = useState(group.name)
  const queries = useQueryClient()
  /** The state that the next saving is about. */
  const [read, setRead] = useState(group)
  const { save, isPending, errors, setErrors } = useSave(onClose, async () => {
    const newest = await queries.fetchQuery({ ...groupQuery(group.id), staleTime: 0 })
    if (name === read.name) setName(newest.name)
    setRead(newest)
  })
  const submit = () => {
    if (name.trim() === '') setErrors({ name: t('required', { field: t('fields.name') }) })
    else void save(() => changes.renameGroup(read, name.trim()))
  }
  return (
    <AskDialog
      title={t('edit.title', { name: group.name })}
      onClose={onClose}
      act={{ label: t('actions.save'), formId: 'rename-group', isPending }}
    >
      <form
        id="rename-group"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          autoFocus
          fullWidth
          label={t('fields.name')}
          value={name}
          errorText={errors.name}
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH } }}
        />
      </form>
    </AskDialog>
  )
}
