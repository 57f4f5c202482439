import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.js'

/** Times of a trip as the API returns them. */
interface Ends {
  trip_ended_at: string | null
  /** An estimate, where fixes are far apart. */
  trip_arrived_at: string | null
}
type Form = 'time' | 'dateTime'

/** When a trip ended, in words: an estimate carries a sign, unless it is of the same minute as the reading. Undefined while the trip goes on. */
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
    /** The reading that an estimate goes by, which saw the vehicle at rest. Undefined where the end is that reading. */
    seenOf: (trip: Ends, form: Form = 'time'): string | undefined => estimateOf(trip) && format[form](trip.trip_ended_at!),
  }
}

interface EndTimeProps {
  trip: Ends & { trip_started_at: string }
  /** Absent: with its date where that is another day than the start's. */
  form?: Form
}

/** When a trip ended; an estimate says in its tooltip what it goes by. */
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
