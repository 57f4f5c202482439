import { type RefObject, useLayoutEffect } from 'react'

/** Whether something that scrolls sideways has more before its left edge, and after its right one. */
export interface MoreBeside {
  before: boolean
  after: boolean
}

/** Browsers round what they have scrolled by. */
const ROUNDING_PX = 1

export const moreBeside = ({
  scrollLeft,
  scrollWidth,
  clientWidth,
}: Pick<HTMLElement, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>): MoreBeside => ({
  before: scrollLeft > ROUNDING_PX,
  after: scrollWidth - clientWidth - scrollLeft > ROUNDING_PX,
})

/** Looks again whenever the box, or what stands in it, has another size. */
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
