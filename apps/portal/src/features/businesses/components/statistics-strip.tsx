import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Row } from '../../../components/layout/layout.js'
import { Span, Text } from '../../../components/layout/text.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { statisticsQuery } from '../queries/business-query.js'

const HATCH = 'repeating-linear-gradient(135deg, var(--mui-palette-offline-main) 0 1.5px, transparent 1.5px 4px)'

/** How the devices of a business and those below it do: four numbers, and their proportion. */
export function StatisticsStrip({ businessId }: { businessId: number }) {
  const { t } = useTranslation('businesses')
  const { data, error, refetch } = useQuery(statisticsQuery(businessId))
  if (error && !data)
    return (
      <Paper sx={{ mb: 2 }}>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Paper>
    )
  if (!data) return <Skeleton animation={false} height={78} sx={{ mb: 2, borderRadius: '10px' }} />
  const { total, seen_in_last_day: seen, never_seen: never } = data
  const offline = Math.max(0, total - seen - never)
  const share = total === 0 ? 0 : Math.floor((100 * seen) / total)
  const figures = [
    ['devices', total],
    ['seen', seen],
    ['offline', offline],
    ['never', never],
  ] as const
  return (
    <Paper
      component="section"
      aria-label={t('statistics.title')}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, minmax(0, 1fr)) minmax(0, 1.7fr)' },
        overflow: 'hidden',
        flex: 'none',
        mb: 2,
        '& > *': { px: 2.5, py: 1.5, minWidth: 0, mt: '-1px', ml: '-1px', borderTop: 1, borderLeft: 1, borderColor: 'divider' },
      }}
    >
      {figures.map(([key, value]) => (
        <div key={key}>
          <Typography variant="caption" component="p" color="textSecondary">
            {t(`statistics.${key}`)}
          </Typography>
          <Typography variant="metric" component="p" sx={{ fontSize: 20, lineHeight: '28px' }}>
            {formatCount(value)}
          </Typography>
        </div>
      ))}
      <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' } }}>
        <Row justify="space-between" wrap size="caption">
          <Span tone="secondary">{t('statistics.health')}</Span>
          <Text component="strong" weight="strong">
            {total === 0 ? t('statistics.none') : t('statistics.online', { share })}
          </Text>
        </Row>
        <Box
          role="img"
          aria-label={t('statistics.bar', { seen: formatCount(seen), offline: formatCount(offline), never: formatCount(never) })}
          sx={{
            display: 'flex',
            gap: '2px',
            height: 8,
            mt: 1.25,
            borderRadius: '4px',
            overflow: 'hidden',
            bgcolor: 'surface.subtle',
          }}
        >
          {seen > 0 && <Box sx={{ flex: seen, bgcolor: 'moving.main' }} />}
          {offline > 0 && <Box sx={{ flex: offline, background: HATCH }} />}
          {never > 0 && <Box sx={{ flex: never, bgcolor: 'warning.main' }} />}
        </Box>
      </Box>
    </Paper>
  )
}
