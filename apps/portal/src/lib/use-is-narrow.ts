import useMediaQuery from '@mui/material/useMediaQuery'
import { LIMITS } from '../config/limits.js'

/** Room for one column only: dialogs fill the window, lists are cards. */
export const useIsNarrow = (): boolean => useMediaQuery(`(max-width: ${LIMITS.mobileBreakpointPx - 0.05}px)`, { noSsr: true })

/** The mobile rule: portrait, touch, and under 760 px. */
const PHONE_QUERY = `(orientation: portrait) and (pointer: coarse) and (max-width: ${LIMITS.mobileBreakpointPx - 0.05}px)`

/** A phone in the hand, for what is made for a thumb and a camera; a window that is merely narrow, or zoomed, is none. */
export const useIsPhone = (): boolean => useMediaQuery(PHONE_QUERY, { noSsr: true })
