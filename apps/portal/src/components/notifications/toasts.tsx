import GlobalStyles from '@mui/material/GlobalStyles'
import { SnackbarProvider, useSnackbar } from 'notistack'
import { useEffect } from 'react'
import type { WantedToast } from './toast-context.js'
import { Toast } from './toast.js'

const kinds = { toast: Toast }

/** Corner of the content, as the app shell defines it: right of the sidebar, above the mobile bottom bar. */
const atContentCorner = {
  '.notistack-SnackbarContainer': {
    left: 'calc(var(--content-left, 0px) + 16px) !important',
    bottom: 'calc(var(--content-bottom, 0px) + 16px) !important',
  },
}

/** Toasts at the bottom left of the content, one at a time; hovering pauses the timer. */
export const Toasts = ({ wanted }: { wanted: WantedToast }) => (
  <>
    <GlobalStyles styles={atContentCorner} />
    <SnackbarProvider maxSnack={1} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }} Components={kinds}>
      <Newest wanted={wanted} />
    </SnackbarProvider>
  </>
)

function Newest({ wanted }: { wanted: WantedToast }) {
  const { enqueueSnackbar, closeSnackbar } = useSnackbar()
  useEffect(() => {
    const { kind, message, forMs, details } = wanted
    closeSnackbar()
    enqueueSnackbar(message, { variant: 'toast', kind, autoHideDuration: forMs, ...details })
  }, [wanted, enqueueSnackbar, closeSnackbar])
  return null
}
