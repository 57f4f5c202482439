import Popover from '@mui/material/Popover'
import { type ReactNode, useState } from 'react'

/** What hangs on the button that was pressed: `open` is the button's, `popup` the menu's or the popover's. */
export function usePopup() {
  const [anchorEl, setAnchor] = useState<HTMLElement>()
  const isOpen = anchorEl !== undefined
  const close = () => setAnchor(undefined)
  const open = ({ currentTarget }: { currentTarget: HTMLElement }) => setAnchor(currentTarget)
  return { isOpen, open, close, popup: { open: isOpen, anchorEl, onClose: close } }
}

interface PopupProps {
  popup: ReturnType<typeof usePopup>['popup']
  label: string
  /** The edge of the button that it keeps to. */
  edge?: 'left' | 'right'
  width?: number | string
  children: ReactNode
}

/** A panel of its own below a button. */
export const Popup = ({ popup, label, edge = 'right', width, children }: PopupProps) => (
  <Popover
    {...popup}
    anchorOrigin={{ vertical: 'bottom', horizontal: edge }}
    transformOrigin={{ vertical: 'top', horizontal: edge }}
    slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { mt: 0.5, width, maxWidth: '100%' } } }}
  >
    {children}
  </Popover>
)
