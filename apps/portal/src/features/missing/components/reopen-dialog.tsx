import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Hint, Stack } from '../../../components/layout/index.js'
import { caseWrites, type MissingCase, useCaseWrite } from '../case-queries.js'

const LONGEST = 200

/** Reopens a case that ended too early (G-35). The reason is recorded. */
export function ReopenDialog({ missingCase, onClose }: { missingCase: MissingCase; onClose: () => void }) {
  const { t } = useTranslation('missing')
  const name = missingCase.entity_name
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const reopen = useCaseWrite(caseWrites.reopen, {
    done: () => t('reopen.done', { name }),
    then: onClose,
    refused: { reason: setError },
  })
  const submit = () => {
    const why = reason.trim()
    setError(why === '' ? t('reopen.required') : undefined)
    if (why !== '') reopen.mutate({ id: missingCase.id, reason: why })
  }
  return (
    <AskDialog
      icon={RotateCcw}
      title={t('reopen.title', { name })}
      onClose={onClose}
      act={{ label: t('reopen.confirm'), onAct: submit, isPending: reopen.isPending }}
      isHeld
    >
      <Stack>
        <Hint>{t('reopen.text')}</Hint>
        <Field
          autoFocus
          label={t('reopen.reason')}
          value={reason}
          errorText={error}
          onChange={({ target }) => setReason(target.value)}
          slotProps={{ htmlInput: { maxLength: LONGEST } }}
        />
      </Stack>
    </AskDialog>
  )
}
