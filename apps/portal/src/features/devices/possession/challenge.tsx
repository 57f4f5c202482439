import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { Hint, Stack } from '../../../components/layout/index.js'
import { WaitingAlert } from '../../../components/waiting-alert.js'
import { useNow } from '../../../lib/clock.js'
import { formatCounter } from '../../../lib/format/durations.js'
import { searchOf } from '../../../lib/screen-address.js'
import { type DeviceClaim, isBeingShown } from '../device.js'

/**
 * Shows the state of a registration: how to prove possession of the tracker, the steps of a running challenge, and its
 * outcome. In a challenge, the owner must switch the tracker off and on at given times. The tracker's messages then show that
 * the owner did so.
 */
export function Challenge({ claim }: { claim: DeviceClaim }) {
  const { t } = useTranslation('devices')
  const { state, device_id: deviceId } = claim
  if (state === 'registered')
    return (
      <Alert severity="success">
        {t('claims.registered')}{' '}
        {deviceId !== null && (
          <Link component={RouterLink} to={searchOf({ device: deviceId })}>
            {t('claims.toDevice')}
          </Link>
        )}
      </Alert>
    )
  if (state !== 'waiting' && state !== 'shown') return <Alert severity="info">{t(`claims.${state}`)}</Alert>
  if (isBeingShown(claim)) return <RunningChallenge claim={claim} />
  return (
    <>
      <Outcome claim={claim} />
      <Hint>{t('claims.howTo')}</Hint>
    </>
  )
}

/** Shows the outcome of the newest challenge to super admins, who decide. Other users only see that the challenge is over. */
function Outcome({ claim }: { claim: DeviceClaim }) {
  const { t } = useTranslation('devices')
  const { challenge, challenge_outcome: outcome, answered_as: as, answered_from: from } = claim
  if (challenge !== 'ended') return null
  if (outcome === null) return <Alert severity="info">{t('claims.over')}</Alert>
  if (outcome !== 'shown') return <Alert severity="warning">{t(`claims.outcomes.${outcome}`)}</Alert>
  return (
    <Alert severity={as === 'known' ? 'info' : 'warning'}>
      {t(`claims.answered.${as ?? 'unregistered'}`, { from: from ?? '?' })}
    </Alert>
  )
}

const STEPS = ['off', 'on'] as const
/** Longest time in ms for which a challenge asks the owner to keep the tracker off. */
const LONGEST_OFF_MS = 120_000

/** Shows the current step of a challenge and the time that remains. */
function RunningChallenge({ claim }: { claim: DeviceClaim }) {
  const { t } = useTranslation('devices')
  const now = useNow()
  const [onAt, endsAt] = [momentOf(claim.on_at), momentOf(claim.challenge_ends_at)]
  const isOff = claim.challenge === 'off'
  const leftMs = Math.max(0, (isOff ? onAt : endsAt) - now)
  const step = isOff ? 'off' : 'on'
  return (
    <Stack>
      <Stepper activeStep={STEPS.indexOf(step)}>
        {STEPS.map((one) => (
          <Step key={one}>
            <StepLabel>{t(`claims.steps.${one}.label`)}</StepLabel>
          </Step>
        ))}
      </Stepper>
      <WaitingAlert
        key={step}
        severity={isOff ? 'warning' : 'info'}
        title={t(`claims.steps.${step}.title`)}
        counter={formatCounter(Math.ceil(leftMs / 1_000))}
        share={1 - leftMs / (isOff ? LONGEST_OFF_MS : endsAt - onAt)}
        label={t(`claims.steps.${step}.left`)}
      >
        {t(`claims.steps.${step}.text`)}
      </WaitingAlert>
    </Stack>
  )
}

const momentOf = (at: string | null): number => (at === null ? 0 : Date.parse(at))
