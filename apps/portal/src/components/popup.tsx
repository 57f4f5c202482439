import Popover from '@mui/material/Popover'
import type { ReactNode } from 'react'
import type { PopupState } from './use-popup.js'

interface PopupProps {
  popup: PopupState
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
