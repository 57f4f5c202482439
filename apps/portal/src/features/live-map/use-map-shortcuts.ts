import { type RefObject, useEffect } from 'react'

/** Handles the map's single-key shortcuts, except while typing: F fits the whole fleet (G-45), / focuses the search. */
export function useMapShortcuts(searchInput: RefObject<HTMLInputElement | null>, onFitFleet: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event
      const isTyping =
        target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
      if (isTyping || ctrlKey || metaKey || altKey) return
      if (key === 'f' || key === 'F') onFitFleet()
      else if (key === '/') searchInput.current?.focus()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [searchInput, onFitFleet])
}
