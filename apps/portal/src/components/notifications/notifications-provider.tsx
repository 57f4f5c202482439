import GlobalStyles from '@mui/material/GlobalStyles'
import { SnackbarProvider } from 'notistack'
import type { ReactNode } from 'react'
import { Toast } from './toast.js'

const toasts = { toast: Toast }

/** The shell says where the content's corner is: right of the sidebar, above the mobile bottom bar. */
const atContentCorner = {
  '.notistack-SnackbarContainer': {
    left: 'calc(var(--content-left, 0px) + 16px) !important',
    bottom: 'calc(var(--content-bottom, 0px) + 16px) !important',
  },
}

/** Toasts at the bottom left of the content, one at a time; hovering pauses their timer. */
export function NotificationsProvider({ children }: { children: ReactNode }) {
  return (
    <>
      <GlobalStyles styles={atContentCorner} />
      <SnackbarProvider maxSnack={1} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }} Components={toasts}>
        {children}
      </SnackbarProvider>
    </>
  )
}
