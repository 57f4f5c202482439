import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Span } from '../../../components/layout/text.js'
import { type Trip, tripQuery } from '../queries/trip-queries.js'
import { useTripReasons } from '../use-trip-reasons.js'

/** Shows below the selected trip why it began and ended, if that is known. */
export function TripReasons({ trip }: { trip: Trip }) {
  const { t } = useTranslation('trips')
  const inWords = useTripReasons()
  const { data } = useQuery(tripQuery(trip.entity_id, trip.id))
  if (!data?.reasons) return null
  const { begun, ended } = inWords(data.reasons)
  return (
    <Lines>
      <Span size="caption" tone="secondary">
        {`${t('reasons.begun')}: ${begun}`}
      </Span>
      {ended && (
        <Span size="caption" tone="secondary">
          {`${t('reasons.ended')}: ${ended}`}
        </Span>
      )}
    </Lines>
  )
}

/** Indented like the text of the trip, beside the rail. */
const Lines = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  padding: theme.spacing(0, 2.5, 1, 5.25),
}))
