import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Route } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Span } from '../../../components/layout/text.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { DayRange } from '../../../lib/day-range.js'
import { tripsQuery } from '../queries/trip-queries.js'
import { daysOfTrips } from '../trip-days.js'
import { useAddresses } from '../use-addresses.js'
import { DateRangePicker } from '../../../components/date-range/date-range-picker.js'
import { RecalculateTrips } from '../recalculation/recalculate-trips.js'
import { TripDaySection } from './trip-day.js'

interface TripsPanelProps {
  entityId: number
  /** Days to show. Undefined for the newest trips of any day. */
  range: DayRange | undefined
  onRangeChange: (range: DayRange | undefined) => void
  selectedTripId: number | undefined
  /** Called with undefined if the selected trip is selected again. */
  onSelectTrip: (tripId: number | undefined) => void
  /** Called with the trip under the pointer, for a preview. */
  onPointTrip?: (tripId: number | undefined) => void
  /** Further actions, beside the range. */
  tools?: ReactNode
  /** Legend of the lines on the map. */
  legend?: ReactNode
}

/** Trips of an entity by day, newest first, with range, reload and load more. */
export function TripsPanel({
  entityId,
  range,
  onRangeChange,
  selectedTripId,
  onSelectTrip,
  onPointTrip,
  ...more
}: TripsPanelProps) {
  const { t } = useTranslation('trips')
  const { timeZone } = useFormat()
  const queries = useQueryClient()
  const query = tripsQuery(entityId, range, timeZone)
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(query)
  const pages = data?.pages ?? []
  const days = daysOfTrips(pages, timeZone)
  const trips = pages.flatMap((page) => page.data)
  const addresses = useAddresses(trips)
  // Reload starts again with the first page (G-44). Otherwise the reload would read all pages that the user has loaded, and
  // take longer with each of them.
  const reload = () => void queries.resetQueries({ queryKey: query.queryKey })

  return (
    <Panel>
      <Head>
        <DateRangePicker range={range} onChange={onRangeChange} />
        <Tools>
          <TooltipIconButton label={t('reload')} icon={RefreshCw} onClick={reload} />
          {more.tools}
          <RecalculateTrips entityId={entityId} range={range} />
        </Tools>
      </Head>
      {more.legend}
      <List>
        {isFetching && !isPending && !isFetchingNextPage && (
          <LinearProgress aria-hidden sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2 }} />
        )}
        {isPending && <TripSkeleton />}
        {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {data && trips.length === 0 && (
          <EmptyState
            icon={Route}
            title={t('none.title')}
            text={range ? t('none.inRange') : t('none.ever')}
            actions={range && <Button onClick={() => onRangeChange(undefined)}>{t('none.showAll')}</Button>}
          />
        )}
        {days.map((day) => (
          <TripDaySection
            key={day.day}
            day={day}
            addresses={addresses}
            selectedTripId={selectedTripId}
            onPoint={(tripId) => onPointTrip?.(tripId)}
            onToggle={(tripId) => onSelectTrip(tripId === selectedTripId ? undefined : tripId)}
          />
        ))}
      </List>
      {trips.length > 0 && (
        <Foot>
          <Span size="caption" tone="secondary" grow aria-live="polite">
            {t('shownOf', { shown: trips.length, count: pages.at(-1)?.meta.total ?? trips.length })}
          </Span>
          {hasNextPage && (
            <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('loadMore')}
            </Button>
          )}
        </Foot>
      )}
    </Panel>
  )
}

// On a phone, the whole content of the sheet scrolls. Beside a map, only the list scrolls.
const Panel = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  flex: 1,
  overflowY: 'auto',
  [theme.breakpoints.up('md')]: { overflowY: 'hidden' },
}))
const Head = styled('div')(({ theme }) => ({ display: 'flex', gap: theme.spacing(1), padding: theme.spacing(1.5, 2.5) }))
const Tools = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(1),
  '& > button': { width: 36, height: 36, border: `1px solid ${theme.vars?.palette.line.strong}` },
}))
const List = styled('div')(({ theme }) => ({
  flex: 'none',
  minHeight: 0,
  position: 'relative',
  [theme.breakpoints.up('md')]: { flex: 1, overflowY: 'auto' },
}))
const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  padding: theme.spacing(1, 2.5),
  minHeight: 52,
  borderTop: `1px solid ${theme.vars?.palette.divider}`,
}))

function TripSkeleton() {
  return (
    <Box aria-hidden sx={{ px: 2.5, py: 1, display: 'grid', gap: 2 }}>
      {Array.from({ length: 5 }, (_, index) => (
        <Box key={index} sx={{ display: 'grid', gridTemplateColumns: '12px 1fr 48px', columnGap: 1.25, rowGap: 0.5 }}>
          <Skeleton sx={{ gridRow: '1 / 3' }} />
          <Skeleton height={16} width={`${70 - index * 6}%`} />
          <Skeleton height={16} />
          <Skeleton height={16} width={`${50 + index * 5}%`} />
          <Skeleton height={16} />
        </Box>
      ))}
    </Box>
  )
}
