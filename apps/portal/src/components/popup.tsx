import Popover from '@mui/material/Popover'
import type { ReactNode } from 'react'
import type { PopupState } from './use-popup.js'

interface PopupProps {
  popup: PopupState
  label: string
  /** Edge of the button that the panel aligns with. */
  edge?: 'left' | 'right'
  width?: number | string
  children: ReactNode
}

/** Floating panel below a button. */
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
