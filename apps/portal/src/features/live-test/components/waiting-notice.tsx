import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import { Span } from '../../../components/layout/text.js'
import { DEFECTIVE_AFTER_MS, DISCONNECTED_AFTER_MS } from '../live-phase.js'
import type { DeviceWatch } from '../use-device-watch.js'

const minutesAndSeconds = (ms: number) => {
  const seconds = Math.floor(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** While there is nothing to see: how long already, and what it means at 3 and at 5 minutes. */
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
    <Alert severity={isDisconnected ? 'warning' : 'info'} icon={false} sx={{ '& .MuiAlert-message': { width: '100%' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
        <Span weight="strong">{t(isDisconnected ? 'disconnected.title' : 'waiting.title')}</Span>
        <Span tabular role="timer">
          <span style={visuallyHidden}>{t('waiting.for')} </span>
          {minutesAndSeconds(waitingMs)}
        </Span>
      </Box>
      <LinearProgress
        variant="determinate"
        color="inherit"
        aria-label={t('waiting.for')}
        value={Math.min(100, (waitingMs / DEFECTIVE_AFTER_MS) * 100)}
        sx={{ my: 0.75, borderRadius: 2 }}
      />
      {t(isDisconnected ? 'disconnected.text' : 'waiting.text')}
    </Alert>
  )
}
