import { useEffect, useRef } from 'react'
import type { Drawing } from './use-drawing.js'

/** The map has the focus, or nothing has it. Fields, lists and buttons have these keys for themselves, and so has what lies over the editor. */
const isOnMap = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role=combobox], [contenteditable]') === null &&
  (target === document.body || target === document.documentElement || target.closest('.leaflet-container') !== null)

/** Delete takes the selected point away, Ctrl+Z the last step back; Escape lets the point go. */
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
