import GlobalStyles from '@mui/material/GlobalStyles'
import { SnackbarProvider, useSnackbar } from 'notistack'
import { useEffect } from 'react'
import type { WantedToast } from './toast-context.js'
import { Toast } from './toast.js'

const kinds = { toast: Toast }

/** Lower left corner of the content, as the app shell defines it. It is right of the sidebar and above the mobile bottom bar. */
const atContentCorner = {
  '.notistack-SnackbarContainer': {
    left: 'calc(var(--content-left, 0px) + 16px) !important',
    bottom: 'calc(var(--content-bottom, 0px) + 16px) !important',
  },
}

/** Shows toasts at the lower left of the content, one at a time. The timer pauses while the pointer is over the toast. */
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
