import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useRef } from 'react'

/** Width in px of the drawer over the map. */
export const SIDE_PANEL_WIDTH = 384

export interface PanelFrameProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** Drawer right of the map. It takes the focus when it opens. Escape closes it and returns the focus. */
export function SidePanel({ label, onClose, children }: PanelFrameProps) {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    frame.current?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Box
      component="aside"
      ref={frame}
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      sx={{
        position: 'absolute',
        insetBlock: 0,
        right: 0,
        zIndex: 850,
        display: 'flex',
        flexDirection: 'column',
        width: SIDE_PANEL_WIDTH,
        maxWidth: '100%',
        bgcolor: 'background.paper',
        borderLeft: 1,
        borderColor: 'divider',
        outline: 'none',
        '@keyframes panel-in': { from: { transform: 'translateX(32px)', opacity: 0 } },
        animation: 'panel-in 240ms cubic-bezier(.2,0,0,1)',
      }}
    >
      {children}
    </Box>
  )
}
