import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../components/ask-dialog.js'
import { Field } from '../../components/field.js'
import { Form } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { type Alert, ALERTS_KEY } from './alert.js'
import { joined } from '../../lib/format/joined.js'

/** As many characters as the API keeps. */
const MAX_NOTE = 500

interface NoteDialogProps {
  alert: Alert
  onClose: () => void
}

/** Sees to an alert and says what came of it, for whoever looks next. */
export function NoteDialog({ alert: { id, entity_name, note }, onClose }: NoteDialogProps) {
  const { t } = useTranslation('alerts')
  const formId = useId()
  const [written, setWritten] = useState(note ?? '')
  const save = useChange(
    (text: string) => dataOf(api.PUT('/api/v1/alerts/acknowledge', { body: { ids: [id], note: text.trim() || null } })),
    useReread(ALERTS_KEY, 'alert-rules'),
    { done: () => t('done.acknowledge'), then: onClose },
  )
  return (
    <AskDialog
      title={joined([entity_name, t('actions.note')])}
      onClose={onClose}
      act={{ label: t('actions.acknowledge'), formId, isPending: save.isPending }}
    >
      <Form id={formId} onSubmit={() => save.mutate(written)}>
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
