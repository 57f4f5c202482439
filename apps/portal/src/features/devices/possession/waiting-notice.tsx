import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { counted } from '../../../lib/format/numbers.js'
import { searchOf } from '../../../lib/screen-address.js'

interface WaitingNoticeProps {
  count: number
  /** True for a trial run, which changed nothing. */
  isTrial?: boolean
  /** Closes the surrounding dialog if the link itself does not close it. */
  onLeave?: () => void
}

/** Shows how many trackers could not be registered yet, with a link to them. */
export function WaitingNotice({ count, isTrial = false, onLeave }: WaitingNoticeProps) {
  const { t } = useTranslation('devices')
  if (count === 0) return null
  return (
    <Alert severity="info">
      {t(isTrial ? 'import.wouldWait' : 'import.waiting', counted(count))}{' '}
      {!isTrial && (
        <Link component={RouterLink} to={searchOf({ view: 'waiting' })} onClick={onLeave}>
          {t('claims.toWaiting')}
        </Link>
      )}
    </Alert>
  )
}
