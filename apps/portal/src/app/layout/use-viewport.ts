import useMediaQuery from '@mui/material/useMediaQuery'
import { LIMITS } from '../../config/limits.js'
import { useIsPhone } from '../../lib/use-is-narrow.js'

const options = { noSsr: true }

/** Layout of the shell by window size. */
export interface Viewport {
  isMobile: boolean
  /** Full from 1280 px, icons only from 1024 px, behind a menu button below that. */
  sidebar: 'full' | 'rail' | 'drawer'
  /** below 600 px there is no room for the logo; the page's title replaces it. */
  hasLogo: boolean
}

export function useViewport(): Viewport {
  const isMobile = useIsPhone()
  const isBelowRail = useMediaQuery('(max-width: 1023.95px)', options)
  const isBelowFull = useMediaQuery('(max-width: 1279.95px)', options)
  const isBelowLogo = useMediaQuery(`(max-width: ${LIMITS.logoBreakpointPx - 0.05}px)`, options)
  const sidebar = isBelowRail || isMobile ? 'drawer' : isBelowFull ? 'rail' : 'full'
  return { isMobile, sidebar, hasLogo: !isBelowLogo }
}
