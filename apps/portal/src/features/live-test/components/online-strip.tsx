import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/text.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { DeviceStatus } from '../queries/device-queries.js'

const HOUR_MS = 3_600_000
const LABELLED = [0, 6, 12, 18]

/** in which of the last 24 hours the tracker was heard. */
export function OnlineStrip({ online }: { online: DeviceStatus['online'] }) {
  const { t } = useTranslation('liveTest')
  const format = useFormat()
  const from = Date.parse(online.from)
  const hours = online.hours.filter(Boolean).length
  return (
    <Paper variant="outlined" sx={{ p: 2, borderRadius: '10px' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1, mb: 1 }}>
        <Text component="h2" size="caption" tone="secondary">
          {t('online.title')}
        </Text>
        <Text component="p" size="caption" tabular>
          {t('online.share', { hours, percent: online.percent })}
        </Text>
      </Box>
      <Box
        role="img"
        aria-label={t('online.share', { hours, percent: online.percent })}
        sx={{ display: 'flex', gap: { xs: '2px', sm: '4px' } }}
      >
        {online.hours.map((isOnline, hour) => (
          <Box
            key={hour}
            title={`${format.time(from + hour * HOUR_MS)} – ${format.time(from + (hour + 1) * HOUR_MS)}`}
            sx={{
              flex: 1,
              height: 22,
              borderRadius: '4px',
              ...(isOnline
                ? { bgcolor: 'moving.main' }
                : {
                    border: 1,
                    borderColor: 'line.strong',
                    background:
                      'repeating-linear-gradient(135deg, var(--mui-palette-line-strong) 0 1.5px, transparent 1.5px 5px)',
                  }),
            }}
          />
        ))}
      </Box>
      <Box
        aria-hidden
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          mt: 0.5,
          fontSize: 12,
          color: 'text.secondary',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {LABELLED.map((hour) => (
          <span key={hour}>{format.time(from + hour * HOUR_MS)}</span>
        ))}
        <span>{t('online.now')}</span>
      </Box>
    </Paper>
  )
}
