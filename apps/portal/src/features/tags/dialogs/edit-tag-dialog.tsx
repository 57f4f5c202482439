import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Stack } from '../../../components/layout/layout.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { moreErrors, type MoreOfTag, MoreOfTagFields, toMore } from '../components/more-of-tag.js'
import { MAX_NAME_LENGTH } from '../components/new-group.js'
import { changes } from '../queries/tag-changes.js'
import type { Tag } from '../tag.js'
import { useSave } from './use-save.js'

/** A tag's name and what its type says besides; whatever carries it says the new name at once. */
export function EditTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { t } = useTranslation('tags')
  const [name, setName] = useState(tag.name)
  const [more, setMore] = useState<MoreOfTag>({ parentId: tag.parent_id, vehicleType: tag.vehicle_type })
  /** The state that the next saving is about. */
  const [read, setRead] = useState(tag)
  const { save, isPending, errors, setErrors } = useSave(onClose, async () => {
    const newest = await changes.readTag(tag.id)
    if (name === read.name) setName(newest.name)
    if (more.parentId === read.parent_id && more.vehicleType === read.vehicle_type)
      setMore({ parentId: newest.parent_id, vehicleType: newest.vehicle_type })
    setRead(newest)
  })
  const submit = () => {
    const missing = {
      ...(name.trim() === '' && { name: t('required', { field: t('fields.name') }) }),
      ...moreErrors(tag.type, more, t),
    }
    if (Object.keys(missing).length > 0) setErrors(missing)
    else void save(() => changes.updateTag(read, { name: name.trim(), ...toMore(tag.type, more) }))
  }
  const count = tag.entities_count
  return (
    <AskDialog
      title={t('edit.title', { name: tag.name })}
      onClose={onClose}
      act={{ label: t('actions.save'), formId: 'edit-tag', isPending }}
    >
      <Stack
        component="form"
        id="edit-tag"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          autoFocus
          label={t('fields.name')}
          value={name}
          errorText={errors.name}
          helperText={count > 0 ? t('edit.effect', { count, shown: formatCount(count) }) : undefined}
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH } }}
        />
        <MoreOfTagFields type={tag.type} value={more} errors={errors} onChange={setMore} />
      </Stack>
    </AskDialog>
  )
}
