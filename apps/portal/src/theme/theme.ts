import { createTheme } from '@mui/material/styles'
import type {} from '@mui/material/themeCssVarsAugmentation'
import { components } from './components/index.js'
import { colorSchemes } from './palette.js'
import { typography } from './typography.js'

/** Storage key of the choice of light, dark or system. `public/theme-boot.js` reads it before the first paint. */
export const DARK_MODE_KEY = 'dark-mode'

export const roadbookTheme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes,
  spacing: 8,
  shape: { borderRadius: 8 },
  typography,
  breakpoints: { values: { xs: 0, sm: 600, md: 760, lg: 1024, xl: 1280 } },
  components,
})
// Borders separate surfaces. Floating elements set their own shadow.
roadbookTheme.shadows.fill('none')
