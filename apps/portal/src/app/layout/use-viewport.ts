import useMediaQuery from '@mui/material/useMediaQuery'
import { LIMITS } from '../../config/limits.js'
import { useIsPhone } from '../../lib/use-is-narrow.js'

const options = { noSsr: true }

/** Layout of the shell by window size. */
export interface Viewport {
  isMobile: boolean
  /** `full` from 1280 px, `rail` (icons only) from 1024 px, and below that `drawer`, behind a menu button. */
  sidebar: 'full' | 'rail' | 'drawer'
  /** False below 600 px, where there is no room for the logo. The page's title replaces the logo. */
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
