import { CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Connection } from './entity-state.js'
import { CONNECTION_SIGNS } from './state-signs.js'
import { ToneChip } from '../components/tone-chip.js'

/** How a tracker is heard; in lists one that never was is told apart from one that fell silent. */
export type Heard = Connection | 'never'

const SIGNS = { ...CONNECTION_SIGNS, never: CircleDashed }
const TONES = { live: 'accent', reported: 'quiet', sleeping: 'offline', silent: 'warning', never: 'quiet' } as const

/** The same word, shape and colour in every list that tells how a tracker is heard. */
export function ConnectionChip({ heard }: { heard: Heard }) {
  const { t } = useTranslation('map')
  return <ToneChip icon={SIGNS[heard]} tone={TONES[heard]} label={t(`connection.${heard}`)} />
}
