import { CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Connection } from './entity-state.js'
import { CONNECTION_SIGNS } from './state-signs.js'
import { ToneChip } from '../components/tone-chip.js'

/** Connection of a tracker. Lists distinguish a tracker that never connected from one that fell silent. */
export type ConnectionState = Connection | 'never'

const SIGNS = { ...CONNECTION_SIGNS, never: CircleDashed }
const TONES = { live: 'accent', reported: 'quiet', sleeping: 'offline', silent: 'warning', never: 'quiet' } as const

/** Chip for a tracker's connection. Every list shows it with the same word, icon and colour. */
export function ConnectionChip({ heard }: { heard: ConnectionState }) {
  const { t } = useTranslation('map')
  return <ToneChip icon={SIGNS[heard]} tone={TONES[heard]} label={t(`connection.${heard}`)} />
}
