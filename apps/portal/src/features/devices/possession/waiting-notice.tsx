import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { counted } from '../../../lib/format/numbers.js'
import { searchOf } from '../../../lib/screen-address.js'

interface WaitingNoticeProps {
  count: number
  /** Nothing was done yet. */
  isTrial?: boolean
  /** Closes what it stands in, where the address does not. */
  onLeave?: () => void
}

/** How many of many could not be registered yet, and the way to those. */
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
