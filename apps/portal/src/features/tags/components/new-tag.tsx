import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Field } from '../../../components/field.js'
import { Row } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { refusedFields } from '../../../lib/api/api-error.js'
import { useOnceKey } from '../../../lib/api/headers.js'
import { changes, useTagsChanged } from '../queries/tag-changes.js'
import { parentTypeOf, TAG_TYPES, type TagType } from '../tag.js'
import { useTagChanges } from '../use-tag-changes.js'
import { EMPTY_MORE, moreErrors, type MoreOfTag, MoreOfTagFields, toMore } from './more-of-tag.js'
import { MAX_NAME_LENGTH } from './new-group.js'

interface NewTagProps {
  /** Group that the tag is put into. */
  groupId: number | undefined
  /** Default type, taken from the tags around it. */
  likely: TagType
}

/**
 * Creates tags in one line: type a name, press Enter, then type the next one. If the chosen type has more required fields,
 * these are shown, too.
 */
export function NewTag({ groupId, likely }: NewTagProps) {
  const { t } = useTranslation('tags')
  const notify = useNotify()
  const changed = useTagsChanged()
  const keyOf = useOnceKey()
  const { failed } = useTagChanges()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<TagType>()
  const [more, setMore] = useState<MoreOfTag>(EMPTY_MORE)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const [isPending, setIsPending] = useState(false)
  const type = chosen ?? likely
  const make = async () => {
    const missing = {
      ...(name.trim() === '' && { name: t('required', { field: t('fields.name') }) }),
      ...moreErrors(type, more, t),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    setIsPending(true)
    const body = { name: name.trim(), type, ...toMore(type, more), ...(groupId !== undefined && { groups: [groupId] }) }
    try {
      await changes.createTag(body, keyOf(body))
      notify.success(t('done.createTag'))
      setName('')
      void changed()
    } catch (cause) {
      failed('createTag', cause)
      setErrors(refusedFields(cause))
    } finally {
      setIsPending(false)
      input.current?.focus()
    }
  }
  return (
    <Row
      component="form"
      align="start"
      wrap
      noValidate
      aria-label={t('new.tag')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) void make()
      }}
    >
      <Field
        inputRef={input}
        value={name}
        placeholder={t('new.tag')}
        errorText={errors.name}
        onChange={({ target }) => {
          setName(target.value)
          setErrors({})
        }}
        slotProps={{ htmlInput: { 'aria-label': t('new.tag'), maxLength: MAX_NAME_LENGTH } }}
        sx={{ flex: '2 1 180px' }}
      />
      <Field
        value={type}
        onChange={({ target }) => {
          setChosen(TAG_TYPES.find((one) => one === target.value))
          setMore(EMPTY_MORE)
          setErrors({})
        }}
        slotProps={{ htmlInput: { 'aria-label': t('fields.type') } }}
        sx={{ flex: '1 1 140px' }}
        options={TAG_TYPES.map((one) => ({ value: one, label: t(`types.${one}`) }))}
      />
      {(parentTypeOf(type) !== undefined || type === 'type') && (
        <MoreOfTagFields type={type} value={more} errors={errors} onChange={setMore} isInline />
      )}
      <ActionButton variant="contained" type="submit" loading={isPending} icon={Plus} label={t('new.add')} />
    </Row>
  )
}
