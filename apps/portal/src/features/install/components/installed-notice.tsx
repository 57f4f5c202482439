import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { formatImei } from '../../../lib/format/numbers.js'

interface InstalledNoticeProps {
  title: string
  imei: string
  onLiveTest: (imei: string) => void
}

/** What was saved, and the way to the proof that it works. */
export function InstalledNotice({ title, imei, onLiveTest }: InstalledNoticeProps) {
  const { t } = useTranslation('install')
  return (
    <Alert
      severity="success"
      action={
        <Button size="small" onClick={() => onLiveTest(imei)}>
          {t('saved.test')}
        </Button>
      }
      sx={{ flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 200px', minWidth: 0 } }}
    >
      <strong>{title}</strong> <span>{t('saved.text', { imei: formatImei(imei) })}</span>
    </Alert>
  )
}
