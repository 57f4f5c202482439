import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Bike, ChevronRight, CircleCheck, Siren, WifiOff } from 'lucide-react'
import { Link } from 'react-router'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Icon } from '../../../components/icon.js'
import { Fill, Row } from '../../../components/layout/index.js'
import { useClock } from '../../../lib/clock.js'
import { formatCount, formatKilometres } from '../../../lib/format/numbers.js'
import { usePermission } from '../../../lib/session/session.js'
import { vars } from '../../../theme/components/vars.js'
import { fleetCounts } from '../fleet-counts.js'
import { fleetQuery } from '../queries/fleet-query.js'
import { summaryQuery } from '../queries/summary-query.js'
import { Figure } from './figure.js'
import { FleetNow } from './fleet-now.js'

const strip = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', md: '1fr 1fr', xl: '1.76fr 0.95fr 1fr 1.09fr' },
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

/** The fleet in one row: what it does now, today's trips and distance, and what needs attention. */
export function FleetStrip({ missingPath, silentPath }: { missingPath: string | undefined; silentPath: string | undefined }) {
  const { t } = useTranslation('home')
  const clock = useClock()
  const summary = useQuery(summaryQuery)
  const fleet = useQuery({ ...fleetQuery, enabled: usePermission('read:map') })
  const counts = useMemo(() => fleet.data && fleetCounts(fleet.data.columns, clock.now()), [fleet.data, clock])
  if (summary.isPending) return <StripSkeleton />
  if (!summary.data)
    return (
      <Paper sx={{ mb: 2 }}>
        <ErrorNotice error={summary.error} onRetry={() => void summary.refetch()} />
      </Paper>
    )
  const { entities, trips, distance_m: distance, missing_open: missingOpen, silent } = summary.data
  if (entities === 0)
    return (
      <Paper sx={{ mb: 2 }}>
        <EmptyState icon={Bike} title={t('noEntities.title')} text={t('noEntities.text')} />
      </Paper>
    )
  return (
    <Paper sx={strip}>
      <section>
        <FleetNow entities={entities} counts={counts} isLoading={fleet.isLoading} updatedAt={fleet.dataUpdatedAt || undefined} />
      </section>
      <section>
        <Figure title={t('trips.title')} figure={trips} format={formatCount} />
      </section>
      <section>
        <Figure title={t('distance.title')} figure={distance} format={formatKilometres} unit={t('distance.unit')} />
      </section>
      <Box component="section" sx={{ order: { xs: -1, md: 0 } }}>
        <Attention missingOpen={missingOpen} silent={silent} missingPath={missingPath} silentPath={silentPath} />
      </Box>
    </Paper>
  )
}

const StripSkeleton = () => (
  <Paper sx={strip} aria-busy>
    {[96, 60, 60, 72].map((width, cell) => (
      <Box key={cell} sx={{ minHeight: 136, display: 'grid', gap: 1.5, alignContent: 'start' }}>
        <Skeleton width={width} height={12} />
        <Skeleton width={width * 1.5} height={28} />
        <Skeleton height={12} />
      </Box>
    ))}
  </Paper>
)

interface AttentionProps {
  missingOpen: number
  silent: number
  missingPath: string | undefined
  silentPath: string | undefined
}

const line = { gap: 8, width: '100%', minHeight: 28, fontSize: 13, lineHeight: '20px', textAlign: 'left' } as const
const Line = styled(Row)(line)
const LinkLine = styled(ButtonBase)(({ theme }) => ({
  ...line,
  borderRadius: 6,
  '&:hover': { backgroundColor: vars(theme).surface.hover },
  '@media (pointer: coarse)': { minHeight: 44 },
})) as typeof ButtonBase

/** What somebody has to look at today; zeros fold into "All clear". */
function Attention({ missingOpen, silent, missingPath, silentPath }: AttentionProps) {
  const { t } = useTranslation('home')
  const every = [
    { key: 'missing', icon: Siren, tone: 'missing', count: missingOpen, path: missingPath },
    { key: 'silent', icon: WifiOff, tone: 'offline', count: silent, path: silentPath },
  ] as const
  const items = every.filter(({ count }) => count > 0)
  return (
    <>
      <Typography variant="overline" component="h2" color="textSecondary">
        {t('attention.title')}
      </Typography>
      {items.length === 0 && (
        <Line tone="secondary">
          <Icon of={CircleCheck} tone="moving" />
          {t('attention.clear')}
        </Line>
      )}
      <ul>
        {items.map(({ key, icon, tone, count, path }) => (
          <li key={key}>
            {path === undefined ? (
              <Line>
                <Icon of={icon} tone={tone} />
                {t(`attention.${key}`, { count })}
              </Line>
            ) : (
              <LinkLine component={Link} to={path}>
                <Icon of={icon} tone={tone} />
                <Fill component="span">{t(`attention.${key}`, { count })}</Fill>
                <ChevronRight size={14} />
              </LinkLine>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
