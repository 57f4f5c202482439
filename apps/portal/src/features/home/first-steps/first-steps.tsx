import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Fill, Hint, Row, Stack, Text } from '../../../components/layout/index.js'
import { useReread } from '../../../components/notifications/use-change.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { onMap, PATHS } from '../../../lib/paths.js'
import { useSession } from '../../../lib/session/session.js'
import { useStoredFlag } from '../../../lib/use-stored-flag.js'
import { markersKey } from '../../../live/query-keys.js'
import { Awaited } from './awaited.js'
import { BusinessStep } from './business-step.js'
import { type FirstSteps as Steps, firstStepsQuery } from './first-steps-query.js'
import { InstallStep } from './install-step.js'
import { PointStep } from './point-step.js'
import { RegisterStep } from './register-step.js'
import { STEPS, stepsFor } from './steps.js'
import { Step } from './step.js'

/** @param otherwise shown instead of the list if the list is complete, hidden, or has no step for this user */
export function FirstSteps({ otherwise }: { otherwise: ReactNode }) {
  const { user } = useSession()
  const [isHidden, setIsHidden] = useStoredFlag(`first-steps-hidden-${user.id}`)
  const mine = stepsFor(user.permissions)
  const { data: steps } = useQuery({ ...firstStepsQuery, enabled: !isHidden && mine.length > 0 })
  useHomeReadAgain(steps)
  if (isHidden || mine.length === 0) return otherwise
  if (!steps) return null
  if (mine.every((step) => steps.done[step])) return otherwise
  return <FirstStepsList steps={steps} mine={mine} onHide={() => setIsHidden(true)} />
}

/** When a step is completed, reads the figures of Home and the markers of the map again. */
function useHomeReadAgain(steps: Steps | undefined) {
  const reread = useReread(['dashboard', 'summary'], markersKey)
  const ticks = steps && STEPS.filter((step) => steps.done[step]).length
  const before = useRef(ticks)
  useEffect(() => {
    if (before.current !== undefined && before.current !== ticks) void reread()
    before.current = ticks
  }, [ticks, reread])
}

interface FirstStepsListProps {
  steps: Steps
  mine: readonly (typeof STEPS)[number][]
  onHide: () => void
}

/**
 * Lists the steps from an empty system to the first tracker on the map. A step is ticked as soon as the API reports it as done.
 */
function FirstStepsList({ steps, mine, onHide }: FirstStepsListProps) {
  const { t } = useTranslation(['home', 'common'])
  const next = mine.find((step) => !steps.done[step])
  const left = mine.filter((step) => !steps.done[step]).length
  const bodies: Record<(typeof STEPS)[number], ReactNode> = {
    business: <BusinessStep />,
    point: <PointStep gateway={steps.gateway} />,
    register: <RegisterStep steps={steps} />,
    install: steps.device ? <InstallStep key={steps.device.imei} device={steps.device} /> : <GoTo to={PATHS.installDevices} />,
    move: steps.vehicle && (
      <>
        <Awaited entityId={steps.vehicle.entity_id} />
        <GoTo to={onMap({ id: steps.vehicle.entity_id, imei: steps.vehicle.imei })} text={t('openMap')} />
      </>
    ),
    invite: <GoTo to={`${PATHS.users}?dialog=create:user`} />,
  }
  return (
    <Paper component="section" aria-label={t('steps.title')} sx={{ mb: 2, px: 2.5, py: 2 }}>
      <Stack gap={0.5}>
        <Row align="start">
          <Fill>
            <Text component="h2" size="heading">
              {t('steps.title')}
            </Text>
            <Hint>{t('steps.text', { count: left })}</Hint>
          </Fill>
          {/* The list can be hidden before the last step (to invite users), because a user without colleagues never does
              this step. */}
          {steps.done.move && <TooltipIconButton label={t('steps.hide')} icon={X} onClick={onHide} />}
        </Row>
        <ol>
          {mine.map((step, at) => (
            <Step
              key={step}
              number={at + 1}
              title={t(`steps.${step}.title`)}
              text={steps.done[step] ? cameOf(step) : t(`steps.${step}.text`)}
              isDone={steps.done[step]}
              isNext={step === next}
            >
              {bodies[step]}
            </Step>
          ))}
        </ol>
      </Stack>
    </Paper>
  )

  /** Returns the result of a completed step, with the name of the created item if it has one. */
  function cameOf(step: (typeof STEPS)[number]): string {
    const { business, device, vehicle } = steps
    const imei = device?.imei ?? vehicle?.imei
    if (step === 'business' && business) return business.name
    if (step === 'register' && imei) return formatImei(imei)
    if ((step === 'install' || step === 'move') && vehicle) return vehicle.name
    return t('steps.isDone')
  }
}

function GoTo({ to, text }: { to: string; text?: string }) {
  const { t } = useTranslation('common')
  return (
    <div>
      <Button component={Link} to={to} variant="contained">
        {text ?? t('actions.open')}
      </Button>
    </div>
  )
}
