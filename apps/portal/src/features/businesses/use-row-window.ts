import { useLayoutEffect, useRef, useState } from 'react'

/** Rows drawn above and below what is seen, so that a quick scroll shows no gap. */
const SPARE_ROWS = 8
/** Until the element is measured. */
const FIRST_HEIGHT_PX = 800

/** Which of many equally high rows are in sight: ten thousand cost as much as a screenful. */
export function useRowWindow(count: number, rowHeightPx: number) {
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
