import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.js'

/** Trip times as the API returns them. */
interface Ends {
  trip_ended_at: string | null
  /** Estimated arrival, if the fixes are far apart in time. A fix is one position of the tracker. */
  trip_arrived_at: string | null
}
type Form = 'time' | 'dateTime'

/**
 * Returns functions that format the end of a trip. An estimated end is marked, unless it is in the same minute as the reading
 * that first saw the vehicle at rest. `endOf` returns undefined while the trip is not over.
 */
export function useEndTime() {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const estimateOf = ({ trip_ended_at: seen, trip_arrived_at: arrived }: Ends): string | undefined =>
    seen !== null && arrived !== null && format.dateTime(arrived) !== format.dateTime(seen) ? arrived : undefined
  return {
    endOf: (trip: Ends, form: Form = 'time'): string | undefined => {
      const estimate = estimateOf(trip)
      if (estimate) return t('arrived.about', { at: format[form](estimate) })
      return trip.trip_ended_at === null ? undefined : format[form](trip.trip_ended_at)
    },
    /** Returns the time of the reading that first saw the vehicle at rest, if the end is an estimate. Undefined otherwise. */
    seenOf: (trip: Ends, form: Form = 'time'): string | undefined => estimateOf(trip) && format[form](trip.trip_ended_at!),
  }
}

interface EndTimeProps {
  trip: Ends & { trip_started_at: string }
  /** By default, the date is included if the trip ended on another day than it began. */
  form?: Form
}

/** End of a trip. If the end is an estimate, the tooltip explains its basis. */
export function EndTime({ trip, form }: EndTimeProps) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const { endOf, seenOf } = useEndTime()
  if (trip.trip_ended_at === null) return t('goingOn')
  const isOneDay = format.date(trip.trip_started_at) === format.date(trip.trip_ended_at)
  const end = endOf(trip, form ?? (isOneDay ? 'time' : 'dateTime'))
  const seen = seenOf(trip)
  if (!seen) return end
  return (
    <Tooltip title={t('arrived.why', { at: seen })}>
      <span>{end}</span>
    </Tooltip>
  )
}
