import Box from '@mui/material/Box'
import Popover from '@mui/material/Popover'
import { useQuery } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { formatImei } from '../../../lib/format/numbers.js'

const SIZE = 176

/** The IMEI as a QR code to scan from the screen, with the number below it. */
export function ImeiQr({ imei }: { imei: string }) {
  const { t } = useTranslation('map')
  const [anchor, setAnchor] = useState<HTMLElement>()
  const { data: image } = useQuery({
    queryKey: ['imei-qr', imei],
    enabled: anchor !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await import('qrcode')).toDataURL(imei, { width: SIZE * 2, margin: 1 }),
  })
  return (
    <>
      <TooltipIconButton
        label={t('information.showQr')}
        icon={QrCode}
        iconSize={14}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={() => setAnchor(undefined)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('information.showQr'), sx: { p: 2, textAlign: 'center' } } }}
      >
        <Box
          component="img"
          src={image}
          alt=""
          width={SIZE}
          height={SIZE}
          sx={{ display: 'block', borderRadius: '6px', bgcolor: '#fff' }}
        />
        <Box sx={{ mt: 1, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{formatImei(imei)}</Box>
      </Popover>
    </>
  )
}
