import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { LiveState } from '../../../live/live-client.js'

/** Says that live updates do not come; it goes by itself when they do again. */
export function LiveNotice({ state, onRetry }: { state: LiveState; onRetry: () => void }) {
  const { t } = useTranslation('map')
  if (state !== 'error') return null
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        pl: 1.5,
        pr: 0.5,
        py: 0.5,
        borderRadius: '8px',
        border: 1,
        borderColor: 'warning.line',
        bgcolor: 'warning.soft',
        color: 'warning.main',
        fontWeight: 500,
      }}
    >
      <CloudOff />
      {t('live.failed')}
      <Box component="span" sx={{ fontWeight: 400, display: { xs: 'none', sm: 'inline' } }}>
        {t('live.retrying')}
      </Box>
      <Button size="small" variant="text" color="inherit" onClick={onRetry}>
        {t('live.retry')}
      </Button>
    </Box>
  )
}
