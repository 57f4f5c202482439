import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { CameraOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CameraError } from './camera-error.js'

interface CameraTroubleProps {
  /** Reason why scanning does not work. `reader` means that the camera runs but the barcode reader cannot be loaded. */
  trouble: CameraError | 'reader'
  /** Error of the last photo. */
  notice?: string
  onRetry: () => void
  onType: () => void
}

/** Explains why the camera cannot scan and offers the alternatives (R-131, G-54). */
export function CameraTrouble({ trouble, notice, onRetry, onType }: CameraTroubleProps) {
  const { t } = useTranslation(['scanner', 'common'])
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, width: '100%', maxWidth: 340, textAlign: 'center' }}>
      <CameraOff size={40} strokeWidth={1.5} />
      <Typography role="alert" sx={{ fontSize: 16, lineHeight: '24px' }}>
        {t(`errors.${trouble}`)}
      </Typography>
      <Typography role="status" sx={{ '&:empty': { display: 'none' } }}>
        {notice}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, width: '100%' }}>
        <Button variant="contained" size="large" onClick={onType}>
          {t('type')}
        </Button>
        <Button size="large" onClick={onRetry}>
          {t('common:actions.tryAgain')}
        </Button>
      </Box>
    </Box>
  )
}
