import { createContext } from 'react'
import type { ToastDetails, ToastKind } from './toast.js'

export interface WantedToast {
  kind: ToastKind
  message: string
  /** How long it stands, milliseconds. */
  forMs: number
  details?: ToastDetails
}

/** Shows a toast in place of the one before. */
export const ToastContext = createContext<(wanted: WantedToast) => void>(() => undefined)
