import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery, useMutation } from '@tanstack/react-query'
import { Siren, SearchCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Text, Stack } from '../../../components/layout/index.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { useOnceKey } from '../../../lib/api/headers.js'
import { useMinute } from '../../../lib/clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { usePermission } from '../../../lib/session/session.js'
import { useEntitiesChanged } from '../queries/entity-changes.js'
import { type CaseEnd, caseChanges, END_REASONS, type Ending, type MissingCase, openCaseQuery } from './missing-queries.js'

/** Where "Open case" leads to. */
export const OPEN_CASE_ID = 'open-case'

/** The open case of a missing vehicle with the two ways to end it; others learn only that it is missing. */
export function OpenCaseCard({ entityId }: { entityId: number }) {
  const { t } = useTranslation('entities')
  const isManager = usePermission('manage:missing-entities')
  const query = useQuery({ ...openCaseQuery(entityId), enabled: isManager })
  if (!isManager) return <CaseAlert>{t('missing.card.others')}</CaseAlert>
  if (query.error && !query.data) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <Skeleton variant="rectangular" height={120} />
  return query.data && <OpenCase one={query.data} />
}

function OpenCase({ one }: { one: MissingCase }) {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const now = useMinute()
  const [ending, setEnding] = useState<CaseEnd>()
  const opened = t('missing.card.opened', { reason: t(`missing.reasons.${one.reason}`), at: format.dateTime(one.opened_at) })
  const seen = one.last_seen === null ? t('never') : format.relative(one.last_seen, now)
  return (
    <CaseAlert title={t('missing.card.title', { number: one.number })}>
      <Text breaks>{[opened, one.reporter && t('timeline.by', { name: one.reporter })].filter(Boolean).join(' · ')}</Text>
      {one.note && <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{one.note}</Box>}
      <div>{t('missing.card.lastSignal', { age: seen })}</div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        <ActionButton variant="contained" label={t('missing.resolve.act')} onClick={() => setEnding('resolve')} />
        <Button onClick={() => setEnding('close')}>{t('missing.close.act')}</Button>
      </Box>
      {ending && <EndDialog one={one} how={ending} onClose={() => setEnding(undefined)} />}
    </CaseAlert>
  )
}

function CaseAlert({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Alert
      id={OPEN_CASE_ID}
      tabIndex={-1}
      role="region"
      aria-label={title}
      severity="error"
      icon={<Siren size={20} />}
      sx={{ scrollMarginTop: 72, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      {title && <AlertTitle sx={{ fontSize: 14 }}>{title}</AlertTitle>}
      {children}
    </Alert>
  )
}

interface EndDialogProps {
  one: MissingCase
  how: CaseEnd
  onClose: () => void
}

/** the vehicle was found, or is given up; how it came to that stays written down. */
function EndDialog({ one: { id, entity_name: name }, how, onClose }: EndDialogProps) {
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
      notify.success(t(`missing.${how}.done`, { name }))
      void changed()
      onClose()
    },
  })
  const submit = () => {
    setIsEmpty(reason === undefined)
    if (reason !== undefined) end.mutate({ how, reason } as Ending)
  }
  return (
    <AskDialog
      icon={SearchCheck}
      title={t(`missing.${how}.title`, { name })}
      onClose={onClose}
      act={{ label: t(`missing.${how}.confirm`), onAct: submit, isPending: end.isPending }}
      isHeld
    >
      <Stack>
        {end.error && <Alert severity="error">{errorReason(end.error, tErrors)}</Alert>}
        <Field
          autoFocus
          label={t(`missing.${how}.reason`)}
          value={reason ?? ''}
          errorText={isEmpty ? t('missing.reasonRequired') : undefined}
          onChange={({ target }) => setReason(target.value as Ending['reason'])}
          options={END_REASONS[how].map((one) => ({ value: one, label: t(`missing.ends.${one}`) }))}
        />
      </Stack>
    </AskDialog>
  )
}
