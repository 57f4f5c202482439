import { useColorScheme } from '@mui/material/styles'

/** Light or dark as it is on screen now, for what is drawn on canvas. */
export function useMapMode(): 'light' | 'dark' {
  const { mode, systemMode } = useColorScheme()
  return (mode === 'system' ? systemMode : mode) === 'dark' ? 'dark' : 'light'
}
