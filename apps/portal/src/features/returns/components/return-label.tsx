import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/index.js'
import { PrintSheet } from '../../../components/print-sheet.js'
import { QrImage } from '../../../components/qr-image.js'
import { formatImei } from '../../../lib/format/numbers.js'
import type { Return } from '../queries/return-changes.js'

/** For the parcel, on a page of A6: the number to scan and to read, what is in it, and where it comes from. */
export function ReturnLabel({ one }: { one: Return }) {
  const { t } = useTranslation('returns')
  const { number, imei, device_model: model, ship_from: from } = one
  return (
    <PrintSheet id="return-label" pageSize="105mm 148mm">
      <Box
        sx={{ display: 'grid', alignContent: 'start', gap: '5mm', width: '105mm', height: '147.9mm', p: '8mm', fontSize: '10pt' }}
      >
        <Box sx={{ fontSize: '11pt', fontWeight: 600 }}>{t('label.title')}</Box>
        <Box sx={{ display: 'grid', justifyItems: 'center', gap: '2mm' }}>
          <QrImage text={number} size="52mm" />
          <Box sx={{ fontSize: '17pt', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>{number}</Box>
        </Box>
        <Box sx={{ lineHeight: 1.4, overflowWrap: 'anywhere' }}>
          <Text tabular>{[`IMEI ${formatImei(imei)}`, model].filter(Boolean).join(' · ')}</Text>
          <div>{t(`reasons.${one.reason}`)}</div>
          {one.replacement_wanted && <Text weight="strong">{t('replacementWanted')}</Text>}
        </Box>
        <Box sx={{ borderTop: '0.3mm solid #000', pt: '3mm', lineHeight: 1.4, overflowWrap: 'anywhere' }}>
          <Box sx={{ fontSize: '8pt' }}>{t('shipFrom.title')}</Box>
          <Text weight="strong">{from.name}</Text>
          <div>{from.address}</div>
          <div>
            {from.postcode} {from.city}
          </div>
          <div>{from.country}</div>
        </Box>
      </Box>
    </PrintSheet>
  )
}
