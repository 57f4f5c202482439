import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useIsOnline } from '../../lib/connection.js'
import { useLiveLink } from '../../lib/live-link.js'
import { useRouteHandle } from '../route-handle.js'

/**
 * Dot beside the logo. It shows that live updates are paused, because the live channel is broken. If there is no room for the
 * dot's text, only screen readers get the text. The dot is hidden while the browser is offline and on the map screen, because
 * a notice says the same in these two cases.
 */
export function LiveLinkDot({ hasText }: { hasText: boolean }) {
  const { t } = useTranslation('shell')
  const isOnline = useIsOnline()
  const isOnMap = useRouteHandle()?.screen === 'map'
  const isBroken = useLiveLink() === 'broken' && isOnline && !isOnMap
  return (
    <Box role="status" aria-live="polite" sx={{ display: 'flex', position: 'relative', minWidth: hasText ? 0 : 'auto' }}>
      {isBroken && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0, color: 'warning.main' }}>
          <WifiOff size={14} />
          <Typography variant="caption" noWrap sx={hasText ? { fontWeight: 500 } : visuallyHidden}>
            {t('live.broken')}
          </Typography>
        </Box>
      )}
    </Box>
  )
}
