import { useColorScheme } from '@mui/material/styles'

/** Returns the current light or dark mode, for canvas drawing. */
export function useMapMode(): 'light' | 'dark' {
  const { mode, systemMode } = useColorScheme()
  return (mode === 'system' ? systemMode : mode) === 'dark' ? 'dark' : 'light'
}
