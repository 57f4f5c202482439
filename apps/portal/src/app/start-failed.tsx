import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { i18n as I18n } from 'i18next'
import { CloudOff } from 'lucide-react'
import { EmptyState } from '../components/empty-state.js'
import { browser } from '../lib/browser.js'
import { ThemeRoot } from '../theme/theme-root.js'

/**
 * Error page shown if `/config.json` could not be read. This file names the identity provider, so without it the user cannot
 * sign in.
 */
export function StartFailed({ i18n }: { i18n: I18n | undefined }) {
  if (!i18n) return null
  const t = i18n.getFixedT(null, 'auth')
  return (
    <ThemeRoot>
      <Box component="main" role="alert" sx={{ display: 'grid', placeContent: 'center', height: '100%' }}>
        <EmptyState
          icon={CloudOff}
          tone="error"
          titleComponent="h1"
          title={t('unavailable.title')}
          text={t('unavailable.text')}
          actions={
            <Button variant="contained" onClick={() => browser.reload()}>
              {t('retry')}
            </Button>
          }
        />
      </Box>
    </ThemeRoot>
  )
}
