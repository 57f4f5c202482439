import { type RefObject, useLayoutEffect } from 'react'

/** Hidden content of a horizontal scroller: before its left edge and after its right edge. */
export interface MoreBeside {
  before: boolean
  after: boolean
}

/** Tolerance in pixels for scroll positions, because browsers round them. */
const ROUNDING_PX = 1

export const moreBeside = ({
  scrollLeft,
  scrollWidth,
  clientWidth,
}: Pick<HTMLElement, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>): MoreBeside => ({
  before: scrollLeft > ROUNDING_PX,
  after: scrollWidth - clientWidth - scrollLeft > ROUNDING_PX,
})

/** Calls `look` now and whenever the box or its content changes size. */
export function useScrollEdges(box: RefObject<HTMLElement | null>, look: (element: HTMLElement) => void): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    look(element)
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => look(element))
    for (const one of [element, ...element.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [box, look])
}
