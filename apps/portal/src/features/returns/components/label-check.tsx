import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScanButton } from '../../../components/scanner/index.js'
import { formatImei } from '../../../lib/format/numbers.js'

/** Whether the tracker in the hand is the one that is written down: its label is held before the camera. */
export function LabelCheck({ imei }: { imei: string }) {
  const { t } = useTranslation('returns')
  const [read, setRead] = useState<string>()
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ fontSize: 13, fontWeight: 500 }}>IMEI</Box>
          <Box sx={{ fontSize: 16, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>{formatImei(imei)}</Box>
        </Box>
        <ScanButton label={t('scan.label')} hint={t('scan.hint')} onRead={setRead} />
      </Box>
      {read !== undefined && (
        <Alert severity={read === imei ? 'success' : 'error'}>
          {read === imei ? t('scan.same') : t('scan.other', { imei: formatImei(read) })}
        </Alert>
      )}
    </Box>
  )
}
