import useMediaQuery from '@mui/material/useMediaQuery'
import { LIMITS } from '../config/limits.js'

/** Returns whether there is room for only one column. Dialogs then fill the window, and lists are cards. */
export const useIsNarrow = (): boolean => useMediaQuery(`(max-width: ${LIMITS.mobileBreakpointPx - 0.05}px)`, { noSsr: true })

/** Media query for a phone: portrait, touch, and narrower than 760 px. */
const PHONE_QUERY = `(orientation: portrait) and (pointer: coarse) and (max-width: ${LIMITS.mobileBreakpointPx - 0.05}px)`

/** Returns whether the device is a hand-held phone, for thumb and camera features. False for a narrow or zoomed window. */
export const useIsPhone = (): boolean => useMediaQuery(PHONE_QUERY, { noSsr: true })
