import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** A group's id, every tag, or what was deleted. */
export type Place = number | 'all' | 'deleted'

const placeOf = (text: string | null): Place => {
  if (text === 'deleted') return 'deleted'
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 'all'
}

/** What the address says of the tags screen: `?group=12&q=lease`. Links open the same, and Back goes back. */
export function useTagsAddress() {
  const [address, setAddress] = useSearchParams()
  const change = useCallback(
    (values: Record<string, string | undefined>, replace = false) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [key, value] of Object.entries(values)) {
            if (value === undefined || value === '') next.delete(key)
            else next.set(key, value)
          }
          return next
        },
        { replace },
      ),
    [setAddress],
  )
  return {
    place: placeOf(address.get('group')),
    /** Nothing was chosen yet: a phone shows only the groups. */
    isBare: !address.has('group'),
    search: address.get('q') ?? '',
    open: (place: Place | undefined) => change({ group: place === undefined ? undefined : String(place), q: undefined }),
    setSearch: useCallback((text: string) => change({ q: text.trim() }, true), [change]),
  }
}
