import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { PackageX, Printer } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Stack } from '../../../components/layout/layout.js'
import { TrackerClock } from '../../../components/time/tracker-clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { GuideLink } from '../../guides/index.js'
import { Certificate } from './certificate.js'
import { CheckRow } from './check-row.js'
import { MoveStep } from './move-step.js'
import { useVerification } from './use-verification.js'
import { Verdict } from './verdict.js'
import { type Check, OVER_S, type Verification } from './verification-queries.js'

interface CheckListProps {
  /** Vehicle with the new installation. */
  entityId: number
  /** `panel` beside a form, `large` as a phone's screen. */
  size: 'panel' | 'large'
  /** Starts the return of a defective tracker. Absent if that is not possible. */
  onStartReturn?: () => void
}

/** Shows live whether a new installation works, check by check, until it is verified or has a cause to act on (G-57). */
export function CheckList({ entityId, size, onStartReturn }: CheckListProps) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const { isAllowed, verification, error, refetch, waitedS } = useVerification(entityId)
  const [isPrinted, setIsPrinted] = useState(false)
  const isLarge = size === 'large'
  const buttonSize = isLarge ? 'large' : 'medium'
  const print = () => {
    // Renders the certificate immediately, because it must be on the page before the browser prints.
    flushSync(() => setIsPrinted(true))
    window.print()
  }
  if (!isAllowed) return <Alert severity="info">{t('noRight')}</Alert>
  if (verification === null) return <Alert severity="info">{t('nothingOnIt')}</Alert>
  if (!verification) {
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
    return <Skeleton variant="rectangular" height={isLarge ? 380 : 250} sx={{ borderRadius: 2 }} />
  }
  const { state, cause, verified_at: verifiedAt, must_show_move: mustShowMove, location_hidden: isHidden } = verification
  const isFaulty = state === 'suspect' && cause !== 'doubted-sender' && !mustShowMove
  const isOver = state !== 'verified' && waitedS >= OVER_S && !mustShowMove && !isHidden
  return (
    <Stack gap={isLarge ? 2 : 1.5}>
      <div aria-live="polite">
        {mustShowMove ? (
          <Alert severity="warning" role="presentation">
            <AlertTitle>{t('move.hidden')}</AlertTitle>
            {t('move.why')}
          </Alert>
        ) : (
          <Verdict verification={verification} waitedS={waitedS} verifiedTime={verifiedAt ? format.dateTime(verifiedAt) : ''} />
        )}
      </div>
      {verification.clock && !mustShowMove && <TrackerClock clock={verification.clock} />}
      {error && <Alert severity="warning">{t('notAsked')}</Alert>}
      {!isOver && (
        <ul aria-label={t('title')} aria-live="polite">
          {verification.checks.map((check) => (
            <CheckRow key={check.name} check={shownOf(check, verification)} size={size} />
          ))}
          {mustShowMove && <MoveStep entityId={entityId} size={size} />}
        </ul>
      )}
      {isFaulty && onStartReturn && (
        <Button size={buttonSize} startIcon={<PackageX size={18} />} onClick={onStartReturn}>
          {t('startReturn')}
        </Button>
      )}
      {state !== 'verified' && !isOver && <GuideLink guide="check" />}
      {state === 'verified' && (
        <>
          <Button size={buttonSize} startIcon={<Printer size={18} />} onClick={print}>
            {t('print')}
          </Button>
          {isPrinted && <Certificate verification={verification} />}
        </>
      )}
    </Stack>
  )
}

/**
 * Returns the check as displayed. Until a move is confirmed, every check is shown as waiting. For a vehicle with a hidden
 * location, a waiting check is shown as hidden, because its data may have arrived.
 */
function shownOf(check: Check, { must_show_move: mustShowMove, location_hidden: isHidden }: Verification) {
  if (mustShowMove) return { ...check, state: 'waiting', cause: null } as const
  return isHidden && check.state === 'waiting' ? ({ ...check, state: 'hidden' } as const) : check
}
