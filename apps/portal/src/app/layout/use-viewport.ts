import useMediaQuery from '@mui/material/useMediaQuery'
import { LIMITS } from '../../config/limits.js'
import { useIsPhone } from '../../lib/use-is-narrow.js'

const options = { noSsr: true }

/** How the shell lays itself out. */
export interface Viewport {
  isMobile: boolean
  /** Full at 1280 and wider, icons only from 1024, behind a menu button below. */
  sidebar: 'full' | 'rail' | 'drawer'
  /** no room for the logo under 600 px; the page's title takes its place. */
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
