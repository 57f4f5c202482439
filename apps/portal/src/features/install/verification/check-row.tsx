import {
  BatteryCharging,
  CircleAlert,
  CircleCheck,
  CircleMinus,
  EyeOff,
  Hourglass,
  MapPin,
  Satellite,
  Signal,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { Fill, ListRow } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { SoftTile } from '../../../components/soft-tile.js'
import { useAge } from '../../../lib/format/use-age.js'
import type { Check } from './verification-queries.js'

const SUBJECTS = { network: Signal, gps: Satellite, 'external-battery': BatteryCharging, position: MapPin }
const LOOKS = {
  waiting: { sign: Hourglass, soft: 'quiet', tone: 'secondary' },
  passed: { sign: CircleCheck, soft: 'moving', tone: 'moving' },
  suspect: { sign: CircleAlert, soft: 'missing', tone: 'missing' },
  unreported: { sign: CircleMinus, soft: 'quiet', tone: 'secondary' },
  hidden: { sign: EyeOff, soft: 'quiet', tone: 'secondary' },
} as const
const SIZES = {
  large: { gap: 2, tile: 52, subject: 28, sign: 28, name: 'title', word: 'body' },
  panel: { gap: 1.5, tile: 36, subject: 18, sign: 20, name: 'body', word: 'caption' },
} as const

interface CheckRowProps {
  check: Omit<Check, 'state'> & { state: keyof typeof LOOKS }
  size: keyof typeof SIZES
}

/** Shows one check: its subject, its state as text and icon, and since when. */
export function CheckRow({ check, size }: CheckRowProps) {
  const { t } = useTranslation('verification')
  const passed = useAge(check.passed_at)
  const Subject = SUBJECTS[check.name]
  const { sign, soft, tone } = LOOKS[check.state]
  const { gap, tile, ...sizes } = SIZES[size]
  const word = check.cause ? t(`causes.${check.cause}.short`) : t(`states.${check.state}`)
  return (
    <ListRow component="li" gap={gap} pad={[gap - 0.5, 0]}>
      <SoftTile tone={soft} size={tile}>
        <Subject size={sizes.subject} />
      </SoftTile>
      <Fill>
        <Text size={sizes.name} weight="strong">
          {t(`checks.${check.name}`)}
        </Text>
        <Text size={sizes.word} tone={tone} breaks>
          {word}
          {check.state === 'passed' && passed && ` · ${passed}`}
        </Text>
      </Fill>
      <Icon icon={sign} tone={tone} size={sizes.sign} />
    </ListRow>
  )
}
