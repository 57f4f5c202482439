import { type KeyboardEvent, useEffect, useState } from 'react'
import type { FleetMarker } from './fleet.js'
import type { FleetSearch } from './use-fleet-search.js'

/** Maximum number of results listed. Few people read more, and the count shows the rest. */
const MOST_SHOWN = 50

export interface ResultListEvents {
  onChoose: (entityId: number) => void
  /** Vehicle under the arrow keys or the pointer. */
  onHighlight: (entityId: number | undefined) => void
}

/** Holds the list of a combobox: whether it is open, the active result, and the key handling. */
export function useResultList({ query, setQuery, results }: FleetSearch, { onChoose, onHighlight }: ResultListEvents) {
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const shown = results.slice(0, MOST_SHOWN)
  const isListed = isOpen && query.trim() !== ''
  const activeMarker = isListed ? shown[active] : undefined
  const activeId = activeMarker?.entityId
  useEffect(() => onHighlight(activeId), [onHighlight, activeId])

  const choose = (marker: FleetMarker) => {
    setIsOpen(false)
    onChoose(marker.entityId)
  }
  const change = (text: string) => {
    setQuery(text)
    setIsOpen(true)
    setActive(-1)
  }
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: shown.length - 1 }
    const next = moves[event.key]
    if (next !== undefined && query !== '' && shown.length > 0) {
      event.preventDefault()
      setIsOpen(true)
      setActive((next + shown.length) % shown.length)
    } else if (event.key === 'Enter') {
      const marker = activeMarker ?? shown[0]
      if (isListed && marker) choose(marker)
    } else if (event.key === 'Escape' && query !== '') {
      event.stopPropagation()
      if (isListed) setIsOpen(false)
      else change('')
    }
  }
  return { shown, isListed, setIsOpen, active, setActive, activeId, choose, change, press }
}
