import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMITS } from '../config/limits.js'
import { browser } from '../lib/browser.js'
import { LogoMark } from './logo.js'

/** Covers the whole page until the portal knows who is signed in. After 8 s it offers a retry. */
export function LoadingOverlay() {
  const { t } = useTranslation('auth')
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), LIMITS.slowLoadingMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Box
      role="status"
      aria-busy
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'modal',
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 3,
        bgcolor: 'background.default',
      }}
    >
      <LogoMark size={40} />
      <LinearProgress aria-hidden sx={{ width: 120 }} />
      <Typography variant="body2" color="textSecondary">
        {isSlow ? t('slow') : t('loading')}
      </Typography>
      {isSlow && <Button onClick={() => browser.reload()}>{t('retry')}</Button>}
    </Box>
  )
}
