import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Form } from '../../../components/layout/index.js'
import { joined } from '../../../lib/format/joined.js'
import type { Alert } from '../alert.js'

/** Maximum number of characters that the API stores. */
const MAX_NOTE = 500

interface NoteDialogProps {
  alert: Alert
  isPending: boolean
  /** Acknowledges the alert with a note. Null if there is no note. */
  onSave: (note: string | null) => void
  onClose: () => void
}

/** Dialog that acknowledges an alert with a note about its outcome. The note is for users who read the alert later. */
export function NoteDialog({ alert: { entity_name, note }, isPending, onSave, onClose }: NoteDialogProps) {
  const { t } = useTranslation('alerts')
  const formId = useId()
  const [written, setWritten] = useState(note ?? '')
  return (
    <AskDialog
      title={joined([entity_name, t('actions.note')])}
      onClose={onClose}
      act={{ label: t('actions.acknowledge'), formId, isPending }}
    >
      <Form id={formId} onSubmit={() => onSave(written.trim() || null)}>
        <Field
          label={t('columns.note')}
          value={written}
          autoFocus
          multiline
          minRows={3}
          margin={'dense'}
          onChange={({ target }) => setWritten(target.value)}
          slotProps={{ htmlInput: { maxLength: MAX_NOTE } }}
        />
      </Form>
    </AskDialog>
  )
}
