import Box from '@mui/material/Box'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nextStop, restingStop, sheetHeight, type SheetStop } from '../sheet-stops.js'
import type { PanelFrameProps } from './side-panel.js'

export interface BottomSheetProps extends PanelFrameProps {
  stop: SheetStop
  onStop: (stop: SheetStop) => void
  viewHeight: number
}

/** Returns the height of the sheet while it is dragged. On release the sheet moves to one of its stops. */
function useDrag(stop: SheetStop, onStop: (stop: SheetStop) => void, viewHeight: number) {
  const drag = useRef<{ y: number; height: number; lastY: number; lastAt: number; velocity: number }>(undefined)
  const [dragged, setDragged] = useState<number>()
  const height = dragged ?? sheetHeight(stop, viewHeight)

  const begin = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { y: event.clientY, height, lastY: event.clientY, lastAt: event.timeStamp, velocity: 0 }
  }
  const move = (event: PointerEvent) => {
    const { current } = drag
    if (!current) return
    const elapsed = Math.max(1, event.timeStamp - current.lastAt)
    current.velocity = (current.lastY - event.clientY) / elapsed
    current.lastY = event.clientY
    current.lastAt = event.timeStamp
    setDragged(Math.max(80, Math.min(viewHeight - 56, current.height + current.y - event.clientY)))
  }
  const end = () => {
    const { current } = drag
    drag.current = undefined
    setDragged(undefined)
    if (!current || dragged === undefined) return
    onStop(restingStop(dragged, current.velocity, viewHeight))
  }
  const handlers = { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: end }
  return { height, isDragged: dragged !== undefined, handlers }
}

/** Drawer on a phone. It is pulled up from the bottom to one of three stops, by touch or keyboard. */
export function BottomSheet({ label, stop, onStop, viewHeight, onClose, children }: BottomSheetProps) {
  const { t } = useTranslation('map')
  const { height, isDragged, handlers } = useDrag(stop, onStop, viewHeight)
  return (
    <Box
      component="aside"
      aria-label={label}
      data-stop={stop}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      sx={{
        position: 'absolute',
        insetInline: 0,
        bottom: 0,
        zIndex: 850,
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'line.strong',
        borderRadius: '16px 16px 0 0',
        boxShadow: 'var(--mui-palette-lift-pop)',
        overflow: 'hidden',
        transition: isDragged ? 'none' : 'height 240ms cubic-bezier(.2,0,0,1)',
      }}
      style={{ height }}
    >
      <Box
        role="slider"
        tabIndex={0}
        aria-label={t('sheet.handle')}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((height / viewHeight) * 100)}
        aria-valuetext={t(`sheet.${stop}`)}
        {...handlers}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp') onStop(nextStop(stop, 1))
          else if (event.key === 'ArrowDown') onStop(nextStop(stop, -1))
          else return
          event.preventDefault()
        }}
        sx={{ flex: 'none', display: 'grid', placeContent: 'center', height: 20, touchAction: 'none', cursor: 'grab' }}
      >
        <Box sx={{ width: 36, height: 4, borderRadius: 2, bgcolor: 'line.strong' }} />
      </Box>
      {children}
    </Box>
  )
}
