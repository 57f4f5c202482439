import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { vars } from '../../../theme/components/vars.js'
import type { DeviceStatus } from '../queries/device-queries.js'

const HOUR_MS = 3_600_000
const LABELLED = [0, 6, 12, 18]

/** Shows in which of the last 24 hours the tracker reported. */
export function OnlineStrip({ online }: { online: DeviceStatus['online'] }) {
  const { t } = useTranslation('liveTest')
  const format = useFormat()
  const from = Date.parse(online.from)
  const hours = online.hours.filter(Boolean).length
  return (
    <Stack ground="paper" gap={0.75} pad={2}>
      <Row wrap justify="space-between">
        <Text component="h2" size="caption" tone="secondary">
          {t('online.title')}
        </Text>
        <Text component="p" size="caption" tabular>
          {t('online.share', { hours, percent: online.percent })}
        </Text>
      </Row>
      <Hours role="img" aria-label={t('online.share', { hours, percent: online.percent })}>
        {online.hours.map((isOnline, hour) => (
          <span
            key={hour}
            data-online={isOnline}
            title={`${format.time(from + hour * HOUR_MS)} – ${format.time(from + (hour + 1) * HOUR_MS)}`}
          />
        ))}
      </Hours>
      <Row aria-hidden justify="space-between" size="caption" tone="secondary" tabular>
        {LABELLED.map((hour) => (
          <span key={hour}>{format.time(from + hour * HOUR_MS)}</span>
        ))}
        <span>{t('online.now')}</span>
      </Row>
    </Stack>
  )
}

/** Green for hours with data, hatched for those without. */
const Hours = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 2,
  [theme.breakpoints.up('sm')]: { gap: 4 },
  '& > span': { flex: 1, height: 22, borderRadius: 4, backgroundColor: vars(theme).moving.main },
  '& > [data-online=false]': {
    border: `1px solid ${vars(theme).line.strong}`,
    background: `repeating-linear-gradient(135deg, ${vars(theme).line.strong} 0 1.5px, transparent 1.5px 5px)`,
  },
}))
