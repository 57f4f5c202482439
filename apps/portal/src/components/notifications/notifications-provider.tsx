import { SnackbarProvider } from 'notistack'
import type { ReactNode } from 'react'
import { Toast } from './toast.js'

const toasts = { toast: Toast }

/** Toasts at the bottom left of the content, one at a time; hovering pauses their timer. */
export function NotificationsProvider({ children }: { children: ReactNode }) {
  return (
    <SnackbarProvider maxSnack={1} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }} Components={toasts}>
      {children}
    </SnackbarProvider>
  )
}
