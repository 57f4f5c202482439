import { useCallback } from 'react'
import { useAddress } from '../../lib/screen-address.js'

/** Where tags are listed: in a group, by its id, all of them, or those that no group holds. */
export type TagPlace = number | 'all' | 'none'
/** The same, or what was deleted. */
export type Place = TagPlace | 'deleted'

/** What the address says of the tags screen: `?group=12&q=lease`. */
export function useTagsAddress() {
  const { text, id, oneOf, change } = useAddress()
  return {
    place: id('group') ?? oneOf('group', ['all', 'none', 'deleted']),
    /** Nothing was chosen yet: a phone shows only the groups. */
    isBare: text('group') === undefined,
    search: text('q') ?? '',
    open: (place: Place | undefined) => change({ group: place, q: undefined }),
    setSearch: useCallback((search: string) => change({ q: search.trim() }, true), [change]),
  }
}
