import Alert from '@mui/material/Alert'
import { useMutation } from '@tanstack/react-query'
import { Siren } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack, Hint } from '../../../components/layout/index.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { useOnceKey } from '../../../lib/api/headers.js'
import type { Entity } from '../entity.js'
import { useEntitiesChanged } from '../queries/entity-changes.js'
import { CASE_REASONS, caseChanges, type CaseReason, type MissingCase } from './missing-queries.js'

interface ReportDialogProps {
  entity: Entity
  onClose: () => void
  /** Called after the vehicle was reported. */
  onReported?: (one: MissingCase) => void
}

const MOST = 2_000

/** Reports a vehicle missing. The server's error messages are shown in the dialog. */
export function ReportDialog({ entity: { id, name, has_customer: hasCustomer }, onClose, onReported }: ReportDialogProps) {
  const { t } = useTranslation('entities')
  const { t: tErrors } = useTranslation('errors')
  const notify = useNotify()
  const changed = useEntitiesChanged()
  const keyOf = useOnceKey()
  const [reason, setReason] = useState<CaseReason>('stolen')
  const [note, setNote] = useState('')
  const report = useMutation({
    mutationFn: () => {
      const body = { entityId: id, reason, note: note.trim() || null }
      return caseChanges.report({ ...body, key: keyOf(body) })
    },
    onSuccess: (one) => {
      notify.success(t('missing.reported', { name, number: one.number }))
      void changed()
      onClose()
      onReported?.(one)
    },
  })
  return (
    <AskDialog
      isSheet
      icon={Siren}
      tone="error"
      title={t('missing.title', { name })}
      onClose={onClose}
      act={{ label: t('actions.report'), onAct: () => report.mutate(), isPending: report.isPending, isDanger: true }}
      isHeld
    >
      <Stack>
        {report.error && <Alert severity="error">{errorReason(report.error, tErrors)}</Alert>}
        <Hint>{t(hasCustomer ? 'missing.textCustomer' : 'missing.text')}</Hint>
        <Field
          label={t('missing.reason')}
          value={reason}
          onChange={({ target }) => setReason(target.value as CaseReason)}
          options={CASE_REASONS.map((one) => ({ value: one, label: t(`missing.reasons.${one}`) }))}
        />
        <Field
          isOptional
          multiline
          minRows={3}
          label={t('missing.note')}
          helperText={t('missing.noteHint')}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          slotProps={{ htmlInput: { maxLength: MOST } }}
        />
      </Stack>
    </AskDialog>
  )
}
