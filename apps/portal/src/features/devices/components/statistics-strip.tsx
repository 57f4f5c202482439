import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { formatCount } from '../../../lib/format/numbers.js'
import type { DeviceView } from '../device.js'
import { statisticsQuery } from '../queries/device-queries.js'

/** Figures in order, each with the view that lists what it counts, where there is one. */
const FIGURES = [
  { key: 'total', view: 'all' },
  { key: 'installed', view: 'installed' },
  { key: 'free', view: 'free' },
  { key: 'live', view: undefined },
  { key: 'silent', view: 'silent' },
  { key: 'never_seen', view: undefined },
  { key: 'firmware_drift', view: 'drift' },
] as const satisfies readonly { key: string; view: DeviceView | undefined }[]

/** More than none is worth a look. */
const TO_WORRY: ReadonlySet<string> = new Set(['silent', 'firmware_drift'])

/** How the trackers of the scope do: in numbers; those that a view lists lead there. */
export function StatisticsStrip({ onView }: { onView: (view: DeviceView) => void }) {
  const { t } = useTranslation('devices')
  const { data, error, refetch } = useQuery(statisticsQuery)
  if (error && !data)
    return (
      <Paper sx={{ mb: 2 }}>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Paper>
    )
  if (!data) return <Skeleton animation={false} height={70} sx={{ flex: 'none', mb: 2, borderRadius: '10px' }} />
  return (
    <Paper
      component="section"
      aria-label={t('statistics.title')}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(3, minmax(0, 1fr))', md: 'repeat(7, minmax(0, 1fr))' },
        overflow: 'hidden',
        flex: 'none',
        mb: 2,
      }}
    >
      {FIGURES.map(({ key, view }) => (
        <Box
          key={key}
          {...(view && {
            component: ButtonBase,
            onClick: () => onView(view),
            'aria-label': t('statistics.show', { view: t(`views.${view}`), shown: formatCount(data[key]) }),
          })}
          sx={{
            display: 'block',
            textAlign: 'left',
            px: { xs: 1.5, md: 2.5 },
            py: 1.25,
            minWidth: 0,
            // The seventh has the last line of a phone to itself.
            gridColumn: key === 'firmware_drift' ? { xs: '1 / -1', md: 'auto' } : undefined,
            mt: '-1px',
            ml: '-1px',
            borderTop: 1,
            borderLeft: 1,
            borderColor: 'divider',
            ...(view && {
              '&:hover': { bgcolor: 'surface.subtle' },
              '&:focus-visible': { boxShadow: 'inset 0 0 0 2px currentColor' },
            }),
          }}
        >
          <Typography variant="caption" component="p" color="textSecondary" noWrap>
            {t(`statistics.${key}`)}
          </Typography>
          <Typography
            variant="metric"
            component="p"
            sx={{ fontSize: 20, lineHeight: '28px', color: TO_WORRY.has(key) && data[key] > 0 ? 'warning.main' : undefined }}
          >
            {formatCount(data[key])}
          </Typography>
        </Box>
      ))}
    </Paper>
  )
}
