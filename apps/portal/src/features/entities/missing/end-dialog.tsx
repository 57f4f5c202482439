import Alert from '@mui/material/Alert'
import { useMutation } from '@tanstack/react-query'
import { SearchCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Stack } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { useOnceKey } from '../../../lib/api/headers.js'
import { useEntitiesChanged } from '../queries/entity-changes.js'
import { type CaseEnd, caseChanges, END_REASONS, type Ending, type MissingCase } from './missing-queries.js'

interface EndDialogProps {
  missingCase: Pick<MissingCase, 'id' | 'entity_name'>
  way: CaseEnd
  onClose: () => void
}

/**
 * Ends the case of a missing vehicle, because it was found or is given up. The reason is recorded. A case is the record
 * of a missing vehicle from its report to its end.
 */
export function EndDialog({ missingCase: { id, entity_name: name }, way, onClose }: EndDialogProps) {
  const { t } = useTranslation('entities')
  const { t: tErrors } = useTranslation('errors')
  const notify = useNotify()
  const changed = useEntitiesChanged()
  const keyOf = useOnceKey()
  const [reason, setReason] = useState<Ending['reason']>()
  const [isEmpty, setIsEmpty] = useState(false)
  const end = useMutation({
    mutationFn: (ending: Ending) => {
      const body = { id, ending }
      return caseChanges.end({ ...body, key: keyOf(body) })
    },
    onSuccess: () => {
      notify.success(t(`missing.${way}.done`, { name }))
      void changed()
      onClose()
    },
  })
  const submit = () => {
    setIsEmpty(reason === undefined)
    if (reason !== undefined) end.mutate({ way, reason } as Ending)
  }
  return (
    <AskDialog
      icon={SearchCheck}
      title={t(`missing.${way}.title`, { name })}
      onClose={onClose}
      act={{ label: t(`missing.${way}.confirm`), onAct: submit, isPending: end.isPending }}
      isHeld
    >
      <Stack>
        {end.error && <Alert severity="error">{errorReason(end.error, tErrors)}</Alert>}
        <Field
          autoFocus
          label={t(`missing.${way}.reason`)}
          value={reason ?? ''}
          errorText={isEmpty ? t('missing.reasonRequired') : undefined}
          onChange={({ target }) => setReason(target.value as Ending['reason'])}
          options={END_REASONS[way].map((one) => ({ value: one, label: t(`missing.ends.${one}`) }))}
        />
      </Stack>
    </AskDialog>
  )
}
