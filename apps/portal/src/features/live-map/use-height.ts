import { useCallback, useState } from 'react'

/** Tracks the height of an element. Returns the window's height until it is known. */
export function useHeight(): [height: number, ref: (element: HTMLElement | null) => (() => void) | undefined] {
  const [height, setHeight] = useState(() => window.innerHeight)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [height, ref]
}
