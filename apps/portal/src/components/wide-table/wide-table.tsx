import { styled } from '@mui/material/styles'
import TableContainer from '@mui/material/TableContainer'
import { type ReactNode, type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react'
import { vars } from '../../theme/components/vars.js'
import { moreBeside, type MoreBeside, useScrollEdges } from './scroll-edges.js'

interface WideTableProps {
  children: ReactNode
  /** Accessible name that makes the table scrollable by keyboard. Omit it if the rows handle the keys. */
  label?: string
  ref?: Ref<HTMLDivElement>
  sx?: Readonly<Record<string, string | number>>
}

const NOTHING_MORE: MoreBeside = { before: false, after: false }

/**
 * Container of every table. A table wider than its place scrolls sideways, and a shadow at the edge shows that there is more.
 */
export function WideTable({ children, label, ref, sx }: WideTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState(NOTHING_MORE)
  useImperativeHandle(ref, () => box.current!, [])
  const look = useCallback((element: HTMLElement) => {
    const next = moreBeside(element)
    setMore((before) => (before.before === next.before && before.after === next.after ? before : next))
  }, [])
  useScrollEdges(box, look)
  return (
    <Frame data-more-before={more.before || undefined} data-more-after={more.after || undefined}>
      <TableContainer
        ref={box}
        onScroll={({ currentTarget }) => look(currentTarget)}
        {...(label && { tabIndex: 0, role: 'group', 'aria-label': label })}
        sx={{ flex: '0 1 auto', minHeight: 0, overflow: 'auto', ...sx }}
      >
        {children}
      </TableContainer>
    </Frame>
  )
}

const SHADOW_PX = 20

const Frame = styled('div')(({ theme }) => {
  const ground = `color-mix(in srgb, ${vars(theme).text.primary} 18%, transparent)`
  const edge = { content: '""', position: 'absolute', insetBlock: 0, width: SHADOW_PX, zIndex: 4, pointerEvents: 'none' } as const
  return {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    flex: '0 1 auto',
    minWidth: 0,
    minHeight: 0,
    overflow: 'hidden',
    '&[data-more-before]::before': { ...edge, left: 0, background: `linear-gradient(to right, ${ground}, transparent)` },
    '&[data-more-after]::after': { ...edge, right: 0, background: `linear-gradient(to left, ${ground}, transparent)` },
  }
})
