import useMediaQuery from '@mui/material/useMediaQuery'
import { LIMITS } from '../config/limits.js'

/** Room for one column only: dialogs fill the window, lists are cards. */
export const useIsNarrow = (): boolean => useMediaQuery(`(max-width: ${LIMITS.mobileBreakpointPx - 0.05}px)`, { noSsr: true })
