import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { Popup } from '../../../components/popup.js'
import { usePopup } from '../../../components/use-popup.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { formatImei } from '../../../lib/format/numbers.js'

const SIZE = 176

/** Shows the IMEI as a QR code, with the number below it. */
export function ImeiQr({ imei }: { imei: string }) {
  const { t } = useTranslation('map')
  const { isOpen, open, popup } = usePopup()
  const { data: image } = useQuery({
    queryKey: ['imei-qr', imei],
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await import('qrcode')).toDataURL(imei, { width: SIZE * 2, margin: 1 }),
  })
  const label = t('information.showQr')
  return (
    <>
      <TooltipIconButton label={label} icon={QrCode} iconSize={14} aria-haspopup="dialog" onClick={open} />
      <Popup popup={popup} label={label}>
        <Stack pad={2} gap={1} align="center">
          <Box component="img" src={image} alt="" width={SIZE} height={SIZE} sx={{ borderRadius: '6px', bgcolor: '#fff' }} />
          <Text weight="strong" tabular>
            {formatImei(imei)}
          </Text>
        </Stack>
      </Popup>
    </>
  )
}
