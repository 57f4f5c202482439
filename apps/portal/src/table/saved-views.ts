import { useState } from 'react'
import { inReadersOrder } from '../lib/search-text.js'
import { readStored, store } from './stored-choice.js'

/** Saved view of a list. */
export interface SavedView {
  name: string
  /** URL of the list with its columns, order, filters and search. */
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
    return [] // The storage contains something else, so the list has no saved views yet.
  }
}

/**
 * Manages the saved views of one list, which are stored in this browser per user. Each view is a URL, so it can be shared as a
 * link.
 */
export function useSavedViews(name: string, userId: number) {
  const key = `views.${userId}.${name}`
  const [views, setViews] = useState(() => readViews(key))
  const keep = (next: SavedView[]) => {
    setViews(next)
    store(key, JSON.stringify(next))
  }
  return {
    views,
    /** Saves a view. It replaces a view with the same name. */
    save: (view: SavedView) =>
      keep([...views.filter((other) => other.name !== view.name), view].sort((a, b) => inReadersOrder(a.name, b.name))),
    remove: (viewName: string) => keep(views.filter((view) => view.name !== viewName)),
  }
}
