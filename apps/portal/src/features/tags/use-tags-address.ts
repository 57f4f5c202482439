import { useCallback } from 'react'
import { useAddress } from '../../lib/screen-address.js'

/** A group's id, every tag, or what was deleted. */
export type Place = number | 'all' | 'deleted'

/** What the address says of the tags screen: `?group=12&q=lease`. */
export function useTagsAddress() {
  const { text, id, oneOf, change } = useAddress()
  return {
    place: id('group') ?? oneOf('group', ['all', 'deleted']),
    /** Nothing was chosen yet: a phone shows only the groups. */
    isBare: text('group') === undefined,
    search: text('q') ?? '',
    open: (place: Place | undefined) => change({ group: place, q: undefined }),
    setSearch: useCallback((search: string) => change({ q: search.trim() }, true), [change]),
  }
}
