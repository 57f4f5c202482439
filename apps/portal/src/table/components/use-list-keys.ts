import { useEffect, useRef } from 'react'

interface ListKeys {
  /** Moves to the next row (key J) or the previous row (key K). */
  walk: (by: 1 | -1) => void
  /** Selects the row (key X). Omitted if rows cannot be selected. */
  tick?: () => void
  /** Opens the row (Enter, unless the focused element uses it). Omitted if rows cannot be opened. */
  open?: () => void
}

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey
/** Elements in which keys keep their usual meaning: fields, menus and dialogs. */
const TYPED_IN =
  'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], [aria-modal=true], .MuiModal-root'
const PRESSED = 'a, button, [role=tab], [role=button], [role=row], input, summary'

/** Handles the keys of a list, from anywhere on its screen. */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys)
  const before = useRef('')
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event
      // A letter after G is not a key of the list, because it opens a screen.
      const isSecond = before.current === 'g'
      before.current = key
      if (defaultPrevented || isSecond || !isPlain(event)) return
      const at = target instanceof Element ? target : undefined
      if (at?.closest(TYPED_IN)) return
      const { walk, tick, open } = latest.current
      const act = { j: () => walk(1), k: () => walk(-1), x: tick, Enter: at?.closest(PRESSED) ? undefined : open }[key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
