import { createContext } from 'react'
import type { ToastDetails, ToastKind } from './toast.js'

export interface WantedToast {
  kind: ToastKind
  message: string
  /** Display time in milliseconds. */
  forMs: number
  details?: ToastDetails
}

/** Shows a toast, replacing the previous one. */
export const ToastContext = createContext<(wanted: WantedToast) => void>(() => undefined)
