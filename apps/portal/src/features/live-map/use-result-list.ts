import { type KeyboardEvent, useEffect, useState } from 'react'
import { placeKey } from '../../map/places/place-facts.js'
import type { NamedPlace, PlaceHits } from '../../map/places/use-places.js'
import type { FleetMarker } from './fleet.js'
import type { FleetSearch } from './use-fleet-search.js'

/** Maximum number of results listed. Few people read a longer list, and a count shows how many more there are. */
const MOST_SHOWN = 50

/** Maximum number of towns and addresses listed below the vehicles, so that both are in view. */
const MOST_PLACES = 4

export interface ResultListEvents {
  onChoose: (entityId: number) => void
  onChoosePlace: (place: NamedPlace) => void
  /** Called after the user cleared the field, or pressed Escape in an empty field. */
  onClear: () => void
  /** Vehicle under the arrow keys or the pointer. */
  onHighlight: (entityId: number | undefined) => void
}

/** Returns an id for a place's line. It has no blanks, because attributes refer to it. */
const idOf = (place: NamedPlace) => `place-${placeKey(place).replaceAll(/\s+/g, '-')}`

/** Line of the list: a vehicle, a town or address, or the search for addresses. */
export type ResultLine =
  | { id: string; kind: 'vehicle'; marker: FleetMarker }
  | { id: string; kind: 'place'; place: NamedPlace }
  | { id: 'addresses'; kind: 'addresses' }

/** Manages the list of a combobox: whether it is open, the active line, and the handling of keys. */
export function useResultList(
  { query, setQuery, results }: FleetSearch,
  { places, searchAddresses }: PlaceHits,
  { onChoose, onChoosePlace, onClear, onHighlight }: ResultListEvents,
) {
  const [isOpen, setIsOpen] = useState(false)
  /** Id of the active line. It is stored instead of an index, because new lines may appear before it. */
  const [active, setActive] = useState<string>()
  const lines: ResultLine[] = [
    ...results.slice(0, MOST_SHOWN).map((marker) => ({ id: `${marker.entityId}`, kind: 'vehicle' as const, marker })),
    ...places.slice(0, MOST_PLACES).map((place) => ({ id: idOf(place), kind: 'place' as const, place })),
    ...(searchAddresses ? [{ id: 'addresses' as const, kind: 'addresses' as const }] : []),
  ]
  const isListed = isOpen && query.trim() !== ''
  const activeAt = isListed ? lines.findIndex(({ id }) => id === active) : -1
  const activeLine = lines[activeAt]
  const highlightedId = activeLine?.kind === 'vehicle' ? activeLine.marker.entityId : undefined
  useEffect(() => onHighlight(highlightedId), [onHighlight, highlightedId])

  const choose = (line: ResultLine) => {
    // The list stays open, because it will show the addresses.
    if (line.kind === 'addresses') return searchAddresses?.()
    setIsOpen(false)
    if (line.kind === 'vehicle') return onChoose(line.marker.entityId)
    // Clears the typed text, because it would hide all vehicles around the place.
    setQuery('')
    onChoosePlace(line.place)
  }
  const change = (text: string) => {
    setQuery(text)
    setIsOpen(true)
    setActive(undefined)
    if (text === '') onClear()
  }
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: activeAt + 1,
      ArrowUp: Math.max(activeAt, 0) - 1,
      Home: 0,
      End: lines.length - 1,
    }
    const next = moves[event.key]
    if (next !== undefined && query !== '' && lines.length > 0) {
      event.preventDefault()
      setIsOpen(true)
      setActive(lines[(next + lines.length) % lines.length]?.id)
    } else if (event.key === 'Enter') {
      const line = activeLine ?? lines[0]
      if (isListed && line) choose(line)
    } else if (event.key === 'Escape' && query === '') onClear()
    else if (event.key === 'Escape') {
      event.stopPropagation()
      if (isListed) setIsOpen(false)
      else change('')
    }
  }
  return { lines, isListed, setIsOpen, setActive, activeId: activeLine?.id, choose, change, press }
}
