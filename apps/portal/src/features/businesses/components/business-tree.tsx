import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { TreeBusiness } from '../../../lib/businesses/business-tree.js'
import { foldText } from '../../../lib/search-text.js'
import { refusalOfMove } from '../business-places.js'
import type { TreeRow } from '../tree-rows.js'
import { TreeRowView } from './tree-row.js'

interface BusinessTreeViewProps {
  rows: readonly TreeRow[]
  query: string
  selectedId: number | null
  onSelect: (business: TreeBusiness) => void
  onOpen: (business: TreeBusiness, isOpen: boolean) => void
  /** Absent if businesses cannot be moved. */
  onMove?: (business: TreeBusiness, to: TreeBusiness) => void
  /** Menu of the selected business. */
  menu: ReactNode
}

const ROW_PX = 36
const TOUCH_ROW_PX = 44
/** Time in ms within which typed letters are joined into one search text. */
const TYPE_AHEAD_MS = 600

/**
 * Tree that follows the ARIA pattern. Arrow keys move and expand, Home and End jump to the ends, Enter selects, and letters
 * jump to a name. Businesses are moved by dragging. An expanded tree can have 10 000 rows, so only visible rows are rendered.
 * Material UI's tree is not used, because it renders all rows.
 */
export function BusinessTreeView({ rows, query, selectedId, onSelect, onOpen, onMove, menu }: BusinessTreeViewProps) {
  const { t } = useTranslation('businesses')
  const treeId = useId()
  const heightPx = useMediaQuery('(pointer: coarse)', { noSsr: true }) ? TOUCH_ROW_PX : ROW_PX
  const { scroller, first, end, show } = useRowWindow(rows.length, heightPx)
  const [activeId, setActiveId] = useState<number>()
  const [hasFocus, setHasFocus] = useState(false)
  const indexOf = (id: number | undefined | null) => rows.findIndex(({ business }) => business.id === id)
  const at = Math.max(0, indexOf(activeId) >= 0 ? indexOf(activeId) : indexOf(selectedId))
  const active = rows[at]
  const rowId = (id: number) => `${treeId}-${id}`

  const goTo = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!row) return
    setActiveId(row.business.id)
    show(rows.indexOf(row))
  }
  const press = useTreeKeys({ rows, at, goTo, indexOf, onOpen, onSelect })
  const { targetId, dragOf } = useDragging(onMove)

  return (
    <Box ref={scroller} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden' }}>
      <Box
        role="tree"
        aria-label={t('tree.label')}
        tabIndex={0}
        aria-activedescendant={active && rowId(active.business.id)}
        onKeyDown={press}
        onFocus={(event) => {
          if (event.target !== event.currentTarget) return
          setHasFocus(event.currentTarget.matches(':focus-visible'))
          show(at)
        }}
        onBlur={() => setHasFocus(false)}
        sx={{ position: 'relative', height: rows.length * heightPx, outline: 'none' }}
      >
        {rows.slice(first, end).map((row, offset) => {
          const { business } = row
          const isSelected = business.id === selectedId
          return (
            <TreeRowView
              key={business.id}
              row={row}
              id={rowId(business.id)}
              topPx={(first + offset) * heightPx}
              heightPx={heightPx}
              query={query}
              isSelected={isSelected}
              isActive={hasFocus && row === active}
              isTarget={business.id === targetId}
              menu={isSelected ? menu : undefined}
              onSelect={() => {
                setActiveId(business.id)
                onSelect(business)
              }}
              onToggle={() => onOpen(business, !row.isOpen)}
              drag={dragOf(business)}
            />
          )
        })}
      </Box>
    </Box>
  )
}

interface TreeKeys {
  rows: readonly TreeRow[]
  /** Index of the focused row. */
  at: number
  goTo: (index: number) => void
  indexOf: (id: number) => number
  onOpen: (business: TreeBusiness, isOpen: boolean) => void
  onSelect: (business: TreeBusiness) => void
}

function useTreeKeys({ rows, at, goTo, indexOf, onOpen, onSelect }: TreeKeys) {
  const typed = useRef({ text: '', at: 0 })
  const typeAhead = (letter: string, now: number) => {
    const text = now - typed.current.at < TYPE_AHEAD_MS ? typed.current.text + letter : letter
    typed.current = { text, at: now }
    const from = text.length > 1 ? at : at + 1
    const order = [...rows.slice(from), ...rows.slice(0, from)]
    const found = order.find(({ business }) => business.folded.startsWith(foldText(text)))
    if (found) goTo(rows.indexOf(found))
  }
  return (event: KeyboardEvent) => {
    const active = rows[at]
    if (!active || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const { business, isOpen } = active
    const moves: Record<string, () => void> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at - 1),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => (isOpen ? goTo(at + 1) : business.children.length > 0 && onOpen(business, true)),
      ArrowLeft: () => (isOpen ? onOpen(business, false) : business.parent && goTo(indexOf(business.parent.id))),
      Enter: () => onSelect(business),
      ' ': () => onSelect(business),
    }
    const move = moves[event.key]
    if (move) move()
    else if (event.key.length === 1) typeAhead(event.key, event.timeStamp)
    else return
    event.preventDefault()
  }
}

/** Returns the dragged business, and the business under the pointer that it may be dropped on. */
function useDragging(onMove: BusinessTreeViewProps['onMove']) {
  const [dragged, setDragged] = useState<TreeBusiness>()
  const [targetId, setTargetId] = useState<number>()
  const dragOf = (business: TreeBusiness) =>
    onMove && {
      onDragStart: () => setDragged(business),
      onDragEnd: () => {
        setDragged(undefined)
        setTargetId(undefined)
      },
      onDragLeave: () => setTargetId(undefined),
      onDragOver: (event: React.DragEvent) => {
        if (!dragged || refusalOfMove(dragged, business)) return
        event.preventDefault()
        setTargetId(business.id)
      },
      onDrop: (event: React.DragEvent) => {
        event.preventDefault()
        if (dragged) onMove(dragged, business)
        setTargetId(undefined)
      },
    }
  return { targetId, dragOf }
}

/** Number of rows rendered above and below the visible ones, so that fast scrolling shows no gap. */
const SPARE_ROWS = 8
/** Height in px that is assumed until the element is measured. */
const FIRST_HEIGHT_PX = 800

/** Returns the visible part of many rows of equal height, so that 10 000 rows take no more time than the rows of one screen. */
function useRowWindow(count: number, rowHeightPx: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: FIRST_HEIGHT_PX })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight || FIRST_HEIGHT_PX })
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [])
  const first = Math.max(0, Math.floor(view.top / rowHeightPx) - SPARE_ROWS)
  const end = Math.min(count, Math.ceil((view.top + view.height) / rowHeightPx) + SPARE_ROWS)
  const show = (index: number) => {
    const element = scroller.current
    if (!element) return
    const top = index * rowHeightPx
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowHeightPx > element.scrollTop + view.height) element.scrollTop = top + rowHeightPx - view.height
    setView({ top: element.scrollTop, height: view.height })
  }
  return { scroller, first, end, show }
}
