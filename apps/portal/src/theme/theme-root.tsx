import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { LucideProvider } from 'lucide-react'
import type { ReactNode } from 'react'
import { DARK_MODE_KEY, roadbookTheme } from './theme.js'

/** Applies the theme to its children: colours, type, controls, and icons of 16 px with the stroke of the design language. */
export function ThemeRoot({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider theme={roadbookTheme} defaultMode="system" modeStorageKey={DARK_MODE_KEY} disableTransitionOnChange>
      <CssBaseline />
      <LucideProvider size={16} strokeWidth={1.75}>
        {children}
      </LucideProvider>
    </ThemeProvider>
  )
}
