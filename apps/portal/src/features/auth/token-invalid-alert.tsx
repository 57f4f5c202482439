import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMITS } from '../../config/limits.js'

/** The server refused the token: says so, long enough to read, and logs out. */
export function TokenInvalidAlert({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('errors')
  useEffect(() => {
    const timer = setTimeout(onDone, LIMITS.tokenInvalidAlertMs)
    return () => clearTimeout(timer)
  }, [onDone])
  return (
    <Dialog open role="alertdialog" aria-labelledby="token-invalid-title" aria-describedby="token-invalid-text">
      <Box sx={{ display: 'flex', gap: 2, p: 2.5, width: 440, maxWidth: '100%' }}>
        <Box
          sx={{
            display: 'grid',
            placeContent: 'center',
            width: 40,
            height: 40,
            flex: 'none',
            borderRadius: '10px',
            bgcolor: 'missing.soft',
            color: 'missing.main',
          }}
        >
          <LogOut size={20} />
        </Box>
        <div>
          <Typography id="token-invalid-title" variant="h3">
            {t('tokenInvalid.title')}
          </Typography>
          <Typography id="token-invalid-text" variant="body2" color="textSecondary">
            {t('tokenInvalid.text')}
          </Typography>
        </div>
      </Box>
    </Dialog>
  )
}
