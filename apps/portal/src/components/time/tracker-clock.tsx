import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '../../lib/api/schema.js'
import { useFormat } from '../../lib/format/use-format.js'
import { formatUtcOffset } from '../../lib/format/utc-offset.js'
import { Row, Stack } from '../layout/layout.js'

interface TrackerClockProps {
  clock: components['schemas']['DeviceClock']
  /** Renders the button that sets a UTC offset. Absent if no offset can be set. */
  act?: (offset: { minutes: number; shown: string }) => ReactNode
}

/** Warning about a wrong tracker clock, with its remedy. Shown wherever a tracker's condition is checked. */
export function TrackerClock({ clock, act }: TrackerClockProps) {
  const { t } = useTranslation('trackerClock')
  const format = useFormat()
  const { told_on: toldOn, lag_s: lagS, suggested_utc_offset_minutes: minutes } = clock
  const offset = minutes === null ? undefined : { minutes, shown: `UTC${formatUtcOffset(minutes)}` }
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle>{t('title')}</AlertTitle>
      <Stack gap={1}>
        {lagS !== null && (
          <span>{t(lagS > 0 ? 'behind' : 'ahead', { duration: format.duration(wholeMinutes(Math.abs(lagS))) })}</span>
        )}
        {toldOn !== null && <span>{t('keptAside', { date: toldOn.split('-').reverse().join('-') })}</span>}
        <span>{offset ? t('zone', { offset: offset.shown }) : t('remedy')}</span>
        {offset && (act ? <Row wrap>{act(offset)}</Row> : <span>{t('elsewhere')}</span>)}
      </Stack>
    </Alert>
  )
}

/** Rounds to whole minutes, because the seconds are due to network delay. The result is at least one minute. */
const wholeMinutes = (seconds: number): number => Math.max(60, Math.round(seconds / 60) * 60)
