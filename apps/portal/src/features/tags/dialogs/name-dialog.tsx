import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Form } from '../../../components/layout/index.js'
import { MAX_NAME_LENGTH } from '../components/new-group.js'
import type { Saving } from './use-save.js'

interface NameDialogProps {
  /** What the tag or the group is called now. */
  called: string
  name: string
  onName: (name: string) => void
  hint?: string
  saving: Saving
  /** What is missing besides the name, by field. */
  missing?: Record<string, string>
  onSave: (name: string) => void
  onClose: () => void
  /** Its other fields. */
  children?: ReactNode
}

/** The form of a tag or of a group: its name, and what else there is to say of it. */
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
