import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import { WaitingAlert } from '../../../components/waiting-alert.js'
import { formatCounter } from '../../../lib/format/durations.js'
import { DEFECTIVE_AFTER_MS, DISCONNECTED_AFTER_MS } from '../live-phase.js'
import type { DeviceWatch } from '../use-device-watch.js'

/** Shows how long no data has arrived. After 3 and 5 minutes it also explains what that means. */
export function WaitingNotice({ watch }: { watch: DeviceWatch }) {
  const { t } = useTranslation(['liveTest', 'map'])
  const { phase, waitingMs } = watch
  if (phase === 'error')
    return (
      <Alert
        severity="warning"
        action={
          <Button size="small" variant="text" color="inherit" onClick={watch.retry}>
            {t('map:live.retry')}
          </Button>
        }
      >
        {t('map:live.failed')}
      </Alert>
    )
  if (phase !== 'connected') return null
  if (waitingMs >= DEFECTIVE_AFTER_MS)
    return (
      <Alert severity="error">
        <AlertTitle>{t('defective.title')}</AlertTitle>
        {t('defective.text')}
      </Alert>
    )
  const isDisconnected = waitingMs >= DISCONNECTED_AFTER_MS
  return (
    <WaitingAlert
      severity={isDisconnected ? 'warning' : 'info'}
      title={t(isDisconnected ? 'disconnected.title' : 'waiting.title')}
      counter={
        <>
          <span style={visuallyHidden}>{t('waiting.for')} </span>
          {formatCounter(waitingMs / 1_000)}
        </>
      }
      share={waitingMs / DEFECTIVE_AFTER_MS}
      label={t('waiting.for')}
    >
      {t(isDisconnected ? 'disconnected.text' : 'waiting.text')}
    </WaitingAlert>
  )
}
