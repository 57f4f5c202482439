import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useTranslation } from 'react-i18next'
import { WaitingAlert } from '../../../components/waiting-alert.js'
import { formatCounter } from '../../../lib/format/durations.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { OVER_S, type Verification } from './verification-queries.js'

/** Seconds after which the tracker counts as wrongly connected or defective. */
const OVERDUE_S = 300
const HOUR_S = 3_600

interface VerdictProps {
  verification: Verification
  waitedS: number
  verifiedTime: string
}

/**
 * Shows the overall result of the checks: the check that is awaited and the time so far, or the fault and its remedy, or success.
 */
export function Verdict({ verification, waitedS, verifiedTime }: VerdictProps) {
  const { t } = useTranslation('verification')
  const { span } = useFormat()
  const { state, cause, checks, is_overdue: isOverdue, silent_s: silentS, location_hidden: isHidden } = verification
  if (state === 'verified')
    return (
      <Alert severity="success" role="presentation">
        <AlertTitle>{t('verified')}</AlertTitle>
        {t('verifiedText', { time: verifiedTime, duration: formatCounter(waitedS) })}
      </Alert>
    )
  if (isHidden || waitedS >= OVER_S)
    return (
      <Alert severity="info" role="presentation">
        <AlertTitle>{t(isHidden ? 'hidden.title' : 'over.title')}</AlertTitle>
        {t(isHidden ? 'hidden.text' : 'over.text')}
      </Alert>
    )
  if (cause === 'doubted-sender')
    // Data arrives, so this warning blames neither the network nor the tracker.
    return (
      <Alert severity="warning" role="presentation">
        <AlertTitle>{t(`causes.${cause}.short`)}</AlertTitle>
        {t(`causes.${cause}.text`)}
      </Alert>
    )
  if (cause) {
    const suspect = checks.find((check) => check.cause === cause)?.name ?? 'network'
    const isSilent = suspect === 'network'
    return (
      <Alert severity={isOverdue ? 'error' : 'warning'} role="presentation">
        <AlertTitle>
          {isOverdue ? t('defective') : isSilent ? t('disconnected') : t('suspect', { check: t(`checks.${suspect}`) })}
        </AlertTitle>
        {isSilent && (
          <>
            {silentS < HOUR_S
              ? t('noUpdate', { count: Math.floor(silentS / 60) })
              : t('noUpdateFor', { duration: span(silentS) })}{' '}
          </>
        )}
        {t(`causes.${cause}.text`)}
      </Alert>
    )
  }
  const awaited = checks.find((check) => check.state === 'waiting')?.name ?? 'network'
  return (
    <WaitingAlert
      severity="info"
      role="presentation"
      title={t('waitingFor', { check: t(`checks.${awaited}`) })}
      counter={formatCounter(waitedS)}
      share={waitedS / OVERDUE_S}
      label={t('waiting')}
    >
      {t('hint')}
    </WaitingAlert>
  )
}
