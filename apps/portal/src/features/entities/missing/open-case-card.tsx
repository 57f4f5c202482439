import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Siren } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ActionButton } from '../../../components/action-button.js'
import { Text } from '../../../components/layout/index.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { useAge } from '../../../lib/format/use-age.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { caseRoom } from '../../../lib/paths.js'
import { usePermission } from '../../../lib/session/session.js'
import { EndDialog } from './end-dialog.js'
import { type CaseEnd, type MissingCase, openCaseQuery } from './missing-queries.js'
import { joined } from '../../../lib/format/joined.js'

/** Element ID that "Open case" scrolls to. */
export const OPEN_CASE_ID = 'open-case'

/**
 * Shows the open case of a missing vehicle, with the two ways to end it. Users without the right only see that the vehicle is
 * missing.
 */
export function OpenCaseCard({ entityId }: { entityId: number }) {
  const { t } = useTranslation('entities')
  const isManager = usePermission('manage:missing-entities')
  const query = useQuery({ ...openCaseQuery(entityId), enabled: isManager })
  if (!isManager) return <CaseAlert>{t('missing.card.others')}</CaseAlert>
  if (query.error && !query.data) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <Skeleton variant="rectangular" height={120} />
  return query.data && <OpenCase missingCase={query.data} />
}

function OpenCase({ missingCase }: { missingCase: MissingCase }) {
  const { t } = useTranslation(['entities', 'map'])
  const format = useFormat()
  const seen = useAge(missingCase.last_seen) ?? t(missingCase.location_hidden ? 'map:hidden.short' : 'never')
  const [ending, setEnding] = useState<CaseEnd>()
  const opened = t('missing.card.opened', {
    reason: t(`missing.reasons.${missingCase.reason}`),
    at: format.dateTime(missingCase.opened_at),
  })
  return (
    <CaseAlert title={t('missing.card.title', { number: missingCase.number })}>
      <Text breaks>{joined([opened, missingCase.reporter && t('timeline.by', { name: missingCase.reporter })])}</Text>
      {missingCase.note && <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{missingCase.note}</Box>}
      <div>{t('missing.card.lastSignal', { age: seen })}</div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        <Button variant="contained" component={Link} to={caseRoom(missingCase.id)}>
          {t('missing.card.room')}
        </Button>
        <ActionButton label={t('missing.resolve.act')} onClick={() => setEnding('resolve')} />
        <Button onClick={() => setEnding('close')}>{t('missing.close.act')}</Button>
      </Box>
      {ending && <EndDialog missingCase={missingCase} way={ending} onClose={() => setEnding(undefined)} />}
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
