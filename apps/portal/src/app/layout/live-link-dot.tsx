import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLiveLink } from '../../lib/live-link.js'

const hidden = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' } as const

/** Beside the logo, and only while the live channel is broken: that what moves on screen is paused. Where there is no room, the words are for screen readers. */
export function LiveLinkDot({ hasText }: { hasText: boolean }) {
  const { t } = useTranslation('shell')
  const isBroken = useLiveLink() === 'broken'
  return (
    <Box role="status" aria-live="polite" sx={{ display: 'flex', position: 'relative', minWidth: hasText ? 0 : 'auto' }}>
      {isBroken && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0, color: 'warning.main' }}>
          <WifiOff size={14} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
          <Typography variant="caption" noWrap sx={hasText ? { fontWeight: 500 } : hidden}>
            {t('live.broken')}
          </Typography>
        </Box>
      )}
    </Box>
  )
}
