import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

interface UnregisteredNoticeProps {
  /** Where its tracker is installed on the vehicle that it really is on; absent for who may not, and where it is out of place. */
  installPath?: string
}

/** R-130, G-69: what to do with a vehicle that came by itself, from a tracker that reported before it was installed. */
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
