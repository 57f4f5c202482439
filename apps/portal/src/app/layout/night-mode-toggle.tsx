import { useColorScheme } from '@mui/material/styles'
import { Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'

/** Switches between light and dark; "as the system" is in the account drawer. The choice is kept under `dark-mode`. */
export function NightModeToggle() {
  const { t } = useTranslation('shell')
  const { mode, systemMode, setMode } = useColorScheme()
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark'
  return (
    <TooltipIconButton
      label={t('nightMode.title')}
      aria-pressed={isDark}
      icon={isDark ? Sun : Moon}
      onClick={() => setMode(isDark ? 'light' : 'dark')}
      sx={isDark ? { bgcolor: 'surface.subtle', color: 'text.primary' } : {}}
    />
  )
}
