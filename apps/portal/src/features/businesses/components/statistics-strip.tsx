import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Figure, FIGURE_SX, FigureStrip } from '../../../components/figure-strip.js'
import { Row, Span, Text } from '../../../components/layout/index.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { statisticsQuery } from '../queries/business-query.js'

const HATCH = 'repeating-linear-gradient(135deg, var(--mui-palette-offline-main) 0 1.5px, transparent 1.5px 4px)'

/** Statistics of the devices of a business and those below it: four numbers and a proportion bar. */
export function StatisticsStrip({ businessId }: { businessId: number }) {
  const { t } = useTranslation('businesses')
  return (
    <FigureStrip
      label={t('statistics.title')}
      query={useQuery(statisticsQuery(businessId))}
      columns={{ xs: '1fr 1fr', lg: 'repeat(4, minmax(0, 1fr)) minmax(0, 1.7fr)' }}
    >
      {({ total, seen_in_last_day: seen, never_seen: never }) => {
        const counts = { seen, offline: Math.max(0, total - seen - never), never }
        return (
          <>
            <Figure label={t('statistics.devices')} count={total} />
            {(['seen', 'offline', 'never'] as const).map((key) => (
              <Figure key={key} label={t(`statistics.${key}`)} count={counts[key]} />
            ))}
            <Health total={total} {...counts} />
          </>
        )
      }}
    </FigureStrip>
  )
}

/** Shows the share of devices that were seen, as number and bar. */
function Health({ total, seen, offline, never }: Record<'total' | 'seen' | 'offline' | 'never', number>) {
  const { t } = useTranslation('businesses')
  const share = total === 0 ? 0 : Math.floor((100 * seen) / total)
  return (
    <Box sx={{ ...FIGURE_SX, gridColumn: { xs: '1 / -1', lg: 'auto' } }}>
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
  )
}
