import { useColorScheme } from '@mui/material/styles'
import { Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'

/** Returns whether night mode is on and a function to switch it. The choice is stored under `dark-mode`. */
export function useNightMode(): { isDark: boolean; toggle: () => void } {
  const { mode, systemMode, setMode } = useColorScheme()
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark'
  return { isDark, toggle: () => setMode(isDark ? 'light' : 'dark') }
}

/** Button that switches between light and dark. The third choice, "as the system", is in the account drawer. */
export function NightModeToggle() {
  const { t } = useTranslation('shell')
  const { isDark, toggle } = useNightMode()
  return (
    <TooltipIconButton
      label={t('nightMode.title')}
      aria-pressed={isDark}
      icon={isDark ? Sun : Moon}
      onClick={toggle}
      sx={isDark ? { bgcolor: 'surface.subtle', color: 'text.primary' } : {}}
    />
  )
}
