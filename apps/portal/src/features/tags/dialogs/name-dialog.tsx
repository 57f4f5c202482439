import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Form } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { isChangedSince, refusedFields } from '../../../lib/api/api-error.js'
import { counted } from '../../../lib/format/numbers.js'
import { moreErrors, type MoreOfTag, MoreOfTagFields, toMore } from '../components/more-of-tag.js'
import { MAX_NAME_LENGTH } from '../components/new-group.js'
import { useTagsChanged, changes } from '../queries/tag-changes.js'
import { groupQuery } from '../queries/tag-queries.js'
import type { TagGroup, Tag } from '../tag.js'

interface NameDialogProps {
  /** Present name of the tag or group. */
  called: string
  name: string
  onName: (name: string) => void
  hint?: string
  saving: Saving
  /** Errors of empty required fields besides the name, by field. */
  missing?: Record<string, string>
  onSave: (name: string) => void
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
}

/** Form of a tag or group: its name and further fields. */
export function NameDialog(props: NameDialogProps) {
  const { called, name, onName, hint, saving, missing, onSave, onClose, children } = props
  const { t } = useTranslation('tags')
  const submit = () => {
    const wrong = { ...(name.trim() === '' && { name: t('required', { field: t('fields.name') }) }), ...missing }
    if (Object.keys(wrong).length > 0) saving.setErrors(wrong)
    else onSave(name.trim())
  }
  return (
    <AskDialog
      title={t('edit.title', { name: called })}
      onClose={onClose}
      act={{ label: t('actions.save'), formId: 'name-dialog', isPending: saving.isPending }}
    >
      <Form id="name-dialog" onSubmit={submit}>
        <Field
          autoFocus
          label={t('fields.name')}
          value={name}
          errorText={saving.errors.name}
          helperText={hint}
          onChange={({ target }) => onName(target.value)}
          slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH } }}
        />
        {children}
      </Form>
    </AskDialog>
  )
}

/**
 * Saves a tag or group and shows validation errors at their fields. If another user saved first, `reread` loads the newest
 * version. The typed text stays.
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

type Saving = ReturnType<typeof useSave>

/** Renames a group. */
export function RenameGroupDialog({ group, onClose }: { group: TagGroup; onClose: () => void }) {
  const [name, setName] = useState(group.name)
  const queries = useQueryClient()
  /** Version of the group that the next save is based on. */
  const [read, setRead] = useState(group)
  const saving = useSave(onClose, async () => {
    const newest = await queries.fetchQuery({ ...groupQuery(group.id), staleTime: 0 })
    if (name === read.name) setName(newest.name)
    setRead(newest)
  })
  return (
    <NameDialog
      called={group.name}
      name={name}
      onName={setName}
      saving={saving}
      onSave={(wanted) => void saving.save(() => changes.renameGroup(read, wanted))}
      onClose={onClose}
    />
  )
}

/** Changes a tag's name and other data. The new name is shown immediately wherever the tag is used. */
export function EditTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { t } = useTranslation('tags')
  const [name, setName] = useState(tag.name)
  const [more, setMore] = useState<MoreOfTag>({ parentId: tag.parent_id, vehicleType: tag.vehicle_type })
  /** Version of the tag that the next save is based on. */
  const [read, setRead] = useState(tag)
  const saving = useSave(onClose, async () => {
    const newest = await changes.readTag(tag.id)
    if (name === read.name) setName(newest.name)
    if (more.parentId === read.parent_id && more.vehicleType === read.vehicle_type)
      setMore({ parentId: newest.parent_id, vehicleType: newest.vehicle_type })
    setRead(newest)
  })
  const count = tag.entities_count
  return (
    <NameDialog
      called={tag.name}
      name={name}
      onName={setName}
      hint={count > 0 ? t('edit.effect', counted(count)) : undefined}
      saving={saving}
      missing={moreErrors(tag.type, more, t)}
      onSave={(wanted) => void saving.save(() => changes.updateTag(read, { name: wanted, ...toMore(tag.type, more) }))}
      onClose={onClose}
    >
      <MoreOfTagFields type={tag.type} value={more} errors={saving.errors} onChange={setMore} />
    </NameDialog>
  )
}
