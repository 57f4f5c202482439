import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../../components/layout/layout.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { useClock } from '../../../lib/clock.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { DateRangePicker } from '../../../components/date-range/date-range-picker.js'
import { type DayRange, presetRange, rangeInstants } from '../../../lib/day-range.js'

interface TripsMailDialogProps {
  /** Vehicles whose trips are sent. */
  entityIds: readonly number[]
  onClose: () => void
}

/** Maximum number of vehicles in a request. More IDs would not fit into its URL. */
const MOST = 400

/** Sends the trips of vehicles in a range of days by mail as CSV. */
export function TripsMailDialog({ entityIds, onClose }: TripsMailDialogProps) {
  const { t } = useTranslation(['trips', 'common', 'table'])
  const { t: tErrors } = useTranslation('errors')
  const { timeZone } = useFormat()
  const clock = useClock()
  const notify = useNotify()
  const [range, setRange] = useState<DayRange | undefined>(() => presetRange('sevenDays', clock.now(), timeZone))
  const mail = useMutation({
    mutationFn: () => {
      const searchFields = `entity_id:in${entityIds.join()}`
      const order = { orderBy: 'trip_started_at', sortedBy: 'asc' } as const
      const query = { ...(range && rangeInstants(range, timeZone)), ...order, searchFields, tz: timeZone }
      return unwrap(api.POST('/api/v1/entities/trips/csv', { params: { query } }))
    },
    onSuccess: () => {
      notify.success(t('table:csvMailed'))
      onClose()
    },
  })
  const isTooMany = entityIds.length > MOST
  return (
    <AskDialog
      icon={Mail}
      title={t('mail.title')}
      onClose={onClose}
      act={{ label: t('mail.send'), onAct: () => mail.mutate(), isPending: mail.isPending, isDisabled: isTooMany }}
      isHeld
    >
      <Stack>
        {mail.error && <Alert severity="error">{errorReason(mail.error, tErrors)}</Alert>}
        {isTooMany && <Alert severity="warning">{t('mail.tooMany', { most: formatCount(MOST) })}</Alert>}
        <Typography variant="body2" color="textSecondary">
          {t('mail.text', { count: entityIds.length, shown: formatCount(entityIds.length) })}
        </Typography>
        <Row gap={0} align="stretch">
          <DateRangePicker range={range} onChange={setRange} />
        </Row>
      </Stack>
    </AskDialog>
  )
}
