import { useState } from 'react'
import { inReadersOrder } from '../lib/search-text.js'
import { readStored, store } from './stored-choice.js'

/** Saved view of a list. */
export interface SavedView {
  name: string
  /** URL of the list: its columns, order, filters and search. */
  address: string
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'address' in value &&
  typeof value.name === 'string' &&
  typeof value.address === 'string'

function readViews(key: string): SavedView[] {
  try {
    const value: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(value) ? value.filter(isView) : []
  } catch {
    return [] // The storage has other content; start with no views.
  }
}

/** Manages the saved views of one list, stored in this browser per user. Each is a URL, so it can be shared as a link. */
export function useSavedViews(name: string, userId: number) {
  const key = `views.${userId}.${name}`
  const [views, setViews] = useState(() => readViews(key))
  const keep = (next: SavedView[]) => {
    setViews(next)
    store(key, JSON.stringify(next))
  }
  return {
    views,
    /** Replaces a view of the same name. */
    save: (view: SavedView) =>
      keep([...views.filter((other) => other.name !== view.name), view].sort((a, b) => inReadersOrder(a.name, b.name))),
    remove: (viewName: string) => keep(views.filter((view) => view.name !== viewName)),
  }
}
