import { useCallback } from 'react'
import { useAddress } from '../../lib/screen-address.js'

/** List of tags to show: a group by ID, all tags, or those without a group. */
export type TagPlace = number | 'all' | 'none'
/** List of tags to show, or the list of deleted tags and groups. */
export type Place = TagPlace | 'deleted'

/** Reads the state of the tags screen from the URL: `?group=12&q=lease`. */
export function useTagsAddress() {
  const { text, id, oneOf, change } = useAddress()
  return {
    place: id('group') ?? oneOf('group', ['all', 'none', 'deleted']),
    /** True if nothing is chosen yet, so that a phone shows only the groups. */
    isBare: text('group') === undefined,
    search: text('q') ?? '',
    open: (place: Place | undefined) => change({ group: place, q: undefined }),
    setSearch: useCallback((search: string) => change({ q: search.trim() }, true), [change]),
  }
}
