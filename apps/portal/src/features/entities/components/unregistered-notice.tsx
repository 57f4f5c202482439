import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'

/** R-130, G-69: what to do with a vehicle that came by itself, from a tracker that reported before it was installed. */
export function UnregisteredNotice() {
  const { t } = useTranslation('entities')
  return <Alert severity="warning">{t('unregistered')}</Alert>
}
