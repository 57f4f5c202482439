import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.js'

/** Times of a trip as the API returns them. */
interface Ends {
  trip_started_at: string
  trip_ended_at: string | null
  /** An estimate, where fixes are far apart. */
  trip_arrived_at: string | null
}

/** When a trip ended, in words: an estimate carries a sign. Undefined while the trip goes on. */
export function useEndTime(): (trip: Omit<Ends, 'trip_started_at'>, as?: 'time' | 'dateTime') => string | undefined {
  const { t } = useTranslation('trips')
  const format = useFormat()
  return ({ trip_ended_at: seen, trip_arrived_at: arrived }, as = 'time') => {
    if (seen === null) return undefined
    return arrived === null ? format[as](seen) : t('arrived.about', { at: format[as](arrived) })
  }
}

/** When a trip ended, with its date where that is another day; an estimate says in its tooltip what it goes by. */
export function EndTime({ trip }: { trip: Ends }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const inWords = useEndTime()
  const { trip_started_at: start, trip_ended_at: seen, trip_arrived_at: arrived } = trip
  if (seen === null) return t('goingOn')
  const end = inWords(trip, format.date(start) === format.date(arrived ?? seen) ? 'time' : 'dateTime')
  return arrived === null ? (
    end
  ) : (
    <Tooltip title={t('arrived.why', { at: format.time(seen) })}>
      <span>{end}</span>
    </Tooltip>
  )
}
