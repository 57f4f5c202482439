import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

interface UnregisteredNoticeProps {
  /** URL for installing the tracker on its real vehicle. Absent without the right, and if the vehicle has no IMEI. */
  installPath?: string
}

/**
 * Explains what to do with an unregistered vehicle. Such a vehicle was created automatically because a tracker reported before it
 * was installed (R-130, G-69).
 */
export function UnregisteredNotice({ installPath }: UnregisteredNoticeProps) {
  const { t } = useTranslation('entities')
  return (
    <Alert
      severity="warning"
      action={
        installPath !== undefined && (
          <Button size="small" component={Link} to={installPath}>
            {t('installAgain')}
          </Button>
        )
      }
      sx={{ flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 200px', minWidth: 0 } }}
    >
      {t('unregistered')}
    </Alert>
  )
}
