import { useLayoutEffect, useRef, useState } from 'react'
import { foldingOrder, foldsFor } from './fold-columns.js'
import type { Column } from './table-definition.js'

/**
 * Decides which columns fit. A table never overflows or scrolls sideways while a column can still move to the second line of
 * its rows. Columns that moved there are `folded`. The columns are measured again when `content` changes. When the table
 * becomes wider, its columns move back.
 */
export function useFoldedColumns<Row>(columns: readonly Column<Row>[], content: unknown) {
  const box = useRef<HTMLDivElement>(null)
  const names = columns.map(({ key }) => key).join()
  const [width, setWidth] = useState(0)
  const place = `${names} ${width}`
  const [kept, setKept] = useState({ place, count: 0 })
  const count = kept.place === place ? kept.count : 0
  const order = foldingOrder(columns)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const element = box.current
    const lacking = element ? element.scrollWidth - element.clientWidth : 0
    if (!element || lacking <= 0 || count >= order.length) return
    const widthOf = (key: string) => element.querySelector(`th[data-column="${key}"]`)?.getBoundingClientRect().width ?? 0
    setKept({ place, count: foldsFor(order, count, lacking, widthOf) })
    // `order` depends only on `place`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [place, count, content])
  const gone = new Set(order.slice(0, count))
  return {
    box,
    shown: columns.filter(({ key }) => !gone.has(key)),
    folded: columns.filter(({ key }) => gone.has(key)),
    widthPx: width,
  }
}
