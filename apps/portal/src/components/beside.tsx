import { styled } from '@mui/material/styles'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { vars } from '../theme/components/vars.js'

/** Element at the right of the screen in which a panel is rendered. Null if there is no room for a panel. */
const BesideContext = createContext<HTMLElement | null>(null)

/**
 * Screen with room for a panel at its right. When a panel opens, the screen becomes narrower by the panel's width and is
 * never covered.
 */
export function WithBeside({ hasRoom, children }: { hasRoom: boolean; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <BesideContext value={hasRoom ? place : null}>
      {children}
      {hasRoom && <div ref={setPlace} style={{ display: 'contents' }} />}
    </BesideContext>
  )
}

export const useBeside = (): HTMLElement | null => useContext(BesideContext)

const Panel = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  width: 400,
  minHeight: 0,
  outline: 'none',
  backgroundColor: vars(theme).background.paper,
  borderLeft: `1px solid ${vars(theme).divider}`,
  [theme.breakpoints.down('lg')]: { width: 360 },
}))

interface BesideProps {
  place: HTMLElement
  /** ID of the panel's heading. */
  labelledBy: string
  onClose: () => void
  children: ReactNode
}

/**
 * Panel beside a screen that stays in use. The focus stays where it was. Escape closes the panel, except from a field or a
 * dialog.
 */
export function Beside({ place, labelledBy, onClose, children }: BesideProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest('.MuiModal-root, input, textarea')
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) onClose()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onClose])
  return createPortal(
    <Panel role="dialog" aria-modal={false} aria-labelledby={labelledBy}>
      {children}
    </Panel>,
    place,
  )
}
