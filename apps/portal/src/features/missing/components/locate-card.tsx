import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'
import { Bluetooth, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Fill, Row, SmallHint, Text } from '../../../components/layout/index.js'
import { useNow } from '../../../lib/clock.js'
import { formatCounter } from '../../../lib/format/durations.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { vars } from '../../../theme/components/vars.js'
import { type CaseRoom, caseWrites, useCaseWrite } from '../case-queries.js'

/** Seconds that Bluetooth stays on. */
const ON_S = 600

const Card = styled(Row)<{ 'data-on': boolean }>(({ theme }) => ({
  padding: theme.spacing(2),
  border: `1px solid ${vars(theme).divider}`,
  borderRadius: 10,
  '&[data-on="true"]': { backgroundColor: vars(theme).accent.soft, borderColor: vars(theme).accent.main },
}))
const Ring = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 80,
  height: 80,
  '& > *': { gridArea: '1 / 1' },
  [theme.breakpoints.down('sm')]: { width: 132, height: 132 },
}))

/** Returns the stage of locating. Uses the same clock as the countdown, so that the two agree. */
function stageOf({ state, on_until, requested_at }: CaseRoom['locate'], now: number) {
  if (on_until !== null && Date.parse(on_until) > now) return 'on'
  if (state === 'queued' || state === 'sent') return state
  if (state === 'failed' || state === 'expired') return 'failed'
  return requested_at === null || state === 'cancelled' ? 'none' : 'over'
}

/** Makes the tracker discoverable by Bluetooth, shows the progress, and counts down the ten minutes (G-83). */
export function LocateCard({ room }: { room: CaseRoom }) {
  const { t } = useTranslation('missing')
  const now = useNow()
  const missingRight = useMissingRight('update:entity')
  const { locate, case: one, entity_id: entityId } = room
  const ask = useCaseWrite(caseWrites.locate, {})
  const stage = stageOf(locate, now)
  const blocked = { on: t('locate.isOn'), queued: t('locate.isAsked'), sent: t('locate.isAsked') } as Record<string, string>
  const why = one.state === 'open' ? (missingRight ?? blocked[stage]) : t('locate.ended')
  const isAgain = stage === 'failed' || stage === 'over'
  return (
    <Card data-on={stage === 'on'} gap={2} wrap role="region" aria-label={t('locate.title')}>
      {stage === 'on' && <Countdown until={locate.on_until ?? ''} now={now} />}
      <Fill>
        <Row>
          <Bluetooth size={16} />
          <Text weight="strong" role="status">
            {t(stage === 'none' ? 'locate.title' : `locate.${stage}`)}
          </Text>
        </Row>
        <SmallHint>{t(stage === 'on' ? 'locate.walk' : 'locate.none')}</SmallHint>
        <Box sx={{ mt: 1.5 }}>
          <ActionButton
            icon={isAgain ? RotateCcw : Bluetooth}
            label={t(isAgain ? 'locate.again' : 'locate.act')}
            loading={ask.isPending}
            disabledBecause={why}
            onClick={() => ask.mutate(entityId)}
          />
        </Box>
      </Fill>
    </Card>
  )
}

function Countdown({ until, now }: { until: string; now: number }) {
  const { t } = useTranslation('missing')
  const leftS = Math.min(ON_S, Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000)))
  const clock = formatCounter(leftS)
  return (
    <Ring role="timer" aria-label={t('locate.left', { clock })}>
      <CircularProgress
        aria-hidden
        variant="determinate"
        size="100%"
        thickness={3.5}
        value={(leftS / ON_S) * 100}
        sx={{ color: 'accent.main' }}
      />
      <Text size="heading" tabular aria-hidden>
        {clock}
      </Text>
    </Ring>
  )
}
