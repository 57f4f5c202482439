import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Bike } from 'lucide-react'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { useClock } from '../../../lib/clock.js'
import { formatCount, formatKilometres } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { screenPart } from '../../../lib/parts/late-part.js'
import { tripsOfDay } from '../../../lib/paths.js'
import { usePermission } from '../../../lib/session/session.js'
import { fleetCounts } from '../fleet-counts.js'
import { fleetQuery } from '../queries/fleet-query.js'
import { dayOfSummary, summaryQuery } from '../queries/summary-query.js'
import { Attention } from './attention.js'
import { Figure } from './figure.js'
import { FleetNow } from './fleet-now.js'

/** Loaded only when needed, because most users have done the first steps long ago. */
const FirstSteps = screenPart(async () => (await import('../first-steps/first-steps.js')).FirstSteps)

const strip = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', md: '1.6fr 1fr 1fr' },
  overflow: 'hidden',
  mb: 2,
  '& > *': {
    minWidth: 0,
    px: 2.5,
    py: 2,
    display: 'flex',
    flexDirection: 'column',
    gap: 1,
    mt: '-1px',
    ml: '-1px',
    borderTop: 1,
    borderLeft: 1,
    borderColor: 'divider',
  },
}

/** Shows what needs attention, then the fleet in one row: present state, today's trips and distance. */
export function FleetStrip() {
  const { t } = useTranslation('home')
  const clock = useClock()
  const summary = useQuery(summaryQuery(useFormat().timeZone))
  const hasMap = usePermission('read:map')
  const fleet = useQuery({ ...fleetQuery, enabled: hasMap })
  const counts = useMemo(() => fleet.data && fleetCounts(fleet.data.columns, clock.now()), [fleet.data, clock])
  if (summary.isPending) return <StripSkeleton />
  if (!summary.data)
    return (
      <Paper sx={{ mb: 2 }}>
        <ErrorNotice error={summary.error} onRetry={() => void summary.refetch()} />
      </Paper>
    )
  const { entities, is_begun: isBegun, trips, distance_m: distance, attention } = summary.data
  const isEmpty = entities === 0
  const today = dayOfSummary(summary.data)
  const todaysTrips = hasMap && today !== undefined ? tripsOfDay(today) : undefined
  const nothing = isEmpty && (
    <Paper sx={{ mb: 2 }}>
      <EmptyState icon={Bike} title={t('noEntities.title')} text={t('noEntities.text')} />
    </Paper>
  )
  const firstSteps = isBegun ? (
    nothing
  ) : (
    <Suspense fallback={isEmpty && <StripSkeleton />}>
      <FirstSteps otherwise={nothing} />
    </Suspense>
  )
  if (isEmpty) return firstSteps
  return (
    <>
      {firstSteps}
      {/* The list is empty if the user may see none of the counts. "All clear" would then be wrong, so nothing is shown. */}
      {attention.length > 0 && (
        <Paper component="section" sx={{ mb: 2, px: 2.5, py: 1.5 }}>
          <Attention items={attention} />
        </Paper>
      )}
      <Paper sx={strip}>
        <section>
          <FleetNow
            entities={entities}
            counts={counts}
            isLoading={fleet.isLoading}
            updatedAt={fleet.dataUpdatedAt || undefined}
          />
        </section>
        <section>
          <Figure title={t('trips.title')} figure={trips} format={formatCount} path={todaysTrips} />
        </section>
        <section>
          <Figure
            title={t('distance.title')}
            figure={distance}
            format={formatKilometres}
            unit={t('distance.unit')}
            path={todaysTrips}
            note={t('distance.straight')}
          />
        </section>
      </Paper>
    </>
  )
}

/** Placeholder while the figures load. */
export const StripSkeleton = () => (
  <Paper sx={strip} aria-busy>
    {[96, 60, 60].map((width, cell) => (
      <Box key={cell} sx={{ minHeight: 136, display: 'grid', gap: 1.5, alignContent: 'start' }}>
        <Skeleton width={width} height={12} />
        <Skeleton width={width * 1.5} height={28} />
        <Skeleton height={12} />
      </Box>
    ))}
  </Paper>
)
