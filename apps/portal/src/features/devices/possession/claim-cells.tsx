import { useTranslation } from 'react-i18next'
import { ToneChip } from '../../../components/tone-chip.js'
import type { SoftTone } from '../../../theme/tones.js'
import type { DeviceClaim } from '../device.js'

const TONES: Readonly<Record<DeviceClaim['state'], SoftTone>> = {
  waiting: 'idle',
  shown: 'warning',
  registered: 'moving',
  refused: 'missing',
  withdrawn: 'offline',
}

export function ClaimChip({ claim: { state } }: { claim: DeviceClaim }) {
  const { t } = useTranslation('devices')
  return <ToneChip label={t(`claims.states.${state}`)} tone={TONES[state]} />
}

/** Shows the outcome of the newest challenge in brief. */
export function Possession({ claim: { challenge, challenge_outcome } }: { claim: DeviceClaim }) {
  const { t } = useTranslation('devices')
  if (challenge === null) return t('claims.possession.none')
  return t(`claims.possession.${challenge === 'ended' ? (challenge_outcome ?? 'over') : 'running'}`)
}
