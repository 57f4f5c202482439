import { useLayoutEffect, useRef, useState } from 'react'

/** Measures the width of an element in CSS pixels. Undefined until it is known. */
export function useWidth<Type extends HTMLElement = HTMLDivElement>() {
  const element = useRef<Type>(null)
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const one = element.current
    if (!one || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setWidth(one.clientWidth))
    observer.observe(one)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}
