import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fill, Row, Stack, Text } from '../../../components/layout/index.js'
import { ScanButton } from '../../../components/scanner/index.js'
import { formatImei } from '../../../lib/format/numbers.js'

/** Whether the tracker in the hand is the one that is written down: its label is held before the camera. */
export function LabelCheck({ imei }: { imei: string }) {
  const { t } = useTranslation('returns')
  const [read, setRead] = useState<string>()
  return (
    <Stack gap={1}>
      <Row>
        <Fill>
          <Text size="dense" weight="medium">
            IMEI
          </Text>
          <Text size="title" tabular breaks>
            {formatImei(imei)}
          </Text>
        </Fill>
        <ScanButton label={t('scan.label')} hint={t('scan.hint')} onRead={setRead} />
      </Row>
      {read !== undefined && (
        <Alert severity={read === imei ? 'success' : 'error'}>
          {read === imei ? t('scan.same') : t('scan.other', { imei: formatImei(read) })}
        </Alert>
      )}
    </Stack>
  )
}
