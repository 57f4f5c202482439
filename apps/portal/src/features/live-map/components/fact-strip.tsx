import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { Clock, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/layout.js'
import { Span, Text } from '../../../components/layout/text.js'
import { LIMITS } from '../../../config/limits.js'
import { useNow } from '../../../lib/clock.js'
import { formatSpeed } from '../../../lib/format/numbers.js'
import { useAge } from '../../../lib/format/use-age.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { compassPoint } from '../../../lib/place.js'
import type { EntityPosition } from '../../../live/positions-store.js'
import { type Connection, type Lifecycle, stateOf } from '../../../map/entity-state.js'
import { useSameDay } from '../../../map/use-same-day.js'
import { StateGlyph } from '../../../map/state-glyph.js'
import { CONNECTION_SIGNS, LIFECYCLE_SIGNS } from '../../../map/state-signs.js'
import { vars } from '../../../theme/components/vars.js'
import type { Tone } from '../../../theme/tones.js'
import { hasSpeed } from '../entity-facts.js'
import type { Entity } from '../queries/entity-query.js'

const CONNECTION_TONES: Record<Connection, Tone> = { live: 'accent', reported: 'primary', sleeping: 'offline', silent: 'offline' }
const LIFECYCLE_TONES: Record<Lifecycle, Tone> = { installed: 'primary', unregistered: 'warning', missing: 'missing' }

interface FactStripProps {
  entity: Pick<Entity, 'location_hidden' | 'connection' | 'lifecycle' | 'created_at'>
  position: EntityPosition
}

/** Shows motion, connection and life cycle, each with icon, text and age (G-41). */
export function FactStrip({ entity, position }: FactStripProps) {
  const { t } = useTranslation('map')
  const format = useFormat()
  const now = useNow()
  const { receivedAt, isLocationHidden: isHidden } = position
  const { motion, connection, lifecycle } = stateOf({ ...entity, location_hidden: isHidden }, position, now, useSameDay())
  const [Line, Life] = [CONNECTION_SIGNS[connection], LIFECYCLE_SIGNS[lifecycle]]
  return (
    <Strip>
      {isHidden ? (
        <Fact label={t('facts.motion')} tone="secondary" icon={<EyeOff size={14} />} word={t('hidden.short')} />
      ) : (
        <Fact label={t('facts.motion')} tone={motion} icon={<StateGlyph state={motion} />} word={t(`motion.${motion}`)}>
          {motion === 'moving' && hasSpeed(position) ? (
            <Speed {...position} />
          ) : (
            <Age at={position.positionedAt} now={now} what="measured" since />
          )}
        </Fact>
      )}
      <Fact
        label={t('facts.connection')}
        tone={CONNECTION_TONES[connection]}
        icon={<Line size={14} />}
        word={t(`connection.${connection}`)}
      >
        {/* No age is shown for a vehicle with a hidden location, because only the day of its last data is known. */}
        {!isHidden && <Age at={receivedAt} now={now} what="heard" />}
      </Fact>
      <Fact
        label={t('facts.lifecycle')}
        tone={LIFECYCLE_TONES[lifecycle]}
        icon={<Life size={14} />}
        word={t(`lifecycle.${lifecycle}`)}
      >
        {/* For a missing vehicle, no date is shown. The date of creation would not show since when it is missing; the page
            of the missing case does. */}
        {lifecycle !== 'missing' && (
          <Tooltip title={format.dateTime(entity.created_at)}>
            <span>{t('facts.since', { date: format.date(entity.created_at) })}</span>
          </Tooltip>
        )}
      </Fact>
    </Strip>
  )
}

const Strip = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 0.9fr) minmax(0, 1.1fr)',
  border: `1px solid ${vars(theme).divider}`,
  borderRadius: 10,
  '& > div': { minWidth: 0, padding: theme.spacing(1, 1.25) },
  '& > div + div': { borderLeft: `1px solid ${vars(theme).divider}` },
}))

interface FactProps {
  label: string
  tone: Tone
  icon: ReactNode
  word: string
  children?: ReactNode
}

const Fact = ({ label, tone, icon, word, children }: FactProps) => (
  <div>
    <Text component="dt" size="caption" tone="secondary" clipped>
      {label}
    </Text>
    <dd>
      <Row gap={0.75} tone={tone} weight="strong">
        {icon}
        <Span clipped title={word}>
          {word}
        </Span>
      </Row>
      <Text size="caption" tone="secondary" clipped>
        {children}
      </Text>
    </dd>
  </div>
)

function Speed({ speedKph, heading }: { speedKph: number; heading?: number }) {
  const { t } = useTranslation('map')
  const point = heading === undefined ? undefined : t(`compass.${compassPoint(heading)}`)
  return <>{[formatSpeed(speedKph), point].filter(Boolean).join(' ')}</>
}

interface AgeProps {
  at: number | undefined
  now: number
  /** Event that `at` refers to. Data may be received long after it was measured. */
  what: 'heard' | 'measured'
  since?: boolean
}

/**
 * Shows the age of a value and updates it continuously. An age of more than three minutes is amber with a clock, unless
 * `since` is set.
 */
function Age({ at, now, what, since = false }: AgeProps) {
  const { t } = useTranslation('map')
  const format = useFormat()
  const age = useAge(at)
  if (at === undefined) return <>{t('facts.never')}</>
  const isAgeing = !since && now - at > LIMITS.ageingMs
  return (
    <Tooltip title={t(`facts.${what}`, { time: format.dateTime(at) })}>
      <Row component="span" gap={0.5} tone={isAgeing ? 'warning' : undefined}>
        {isAgeing && <Clock size={12} />}
        {age}
      </Row>
    </Tooltip>
  )
}
