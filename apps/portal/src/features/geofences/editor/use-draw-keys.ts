import { useEffect, useRef } from 'react'
import type { Drawing } from './use-drawing.js'

/** Returns true if the map or nothing has the focus. Fields, lists, buttons and overlays use these keys themselves. */
const isOnMap = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role=combobox], [contenteditable]') === null &&
  (target === document.body || target === document.documentElement || target.closest('.leaflet-container') !== null)

/** Handles the editor's keys: Delete removes the selected point, Ctrl+Z undoes the last step, Escape deselects the point. */
export function useDrawKeys(drawing: Drawing): void {
  const newest = useRef(drawing)
  useEffect(() => {
    newest.current = drawing
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isOnMap(event.target)) return
      const { selected, select, undo, removeSelected } = newest.current
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      const letGo = selected === undefined ? undefined : () => select(undefined)
      const acts: Record<string, (() => void) | undefined> = { Delete: removeSelected, Backspace: removeSelected, Escape: letGo }
      const act = isUndo ? undo : acts[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
