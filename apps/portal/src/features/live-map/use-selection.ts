import { useEffect, useState } from 'react'

/** The drawer waits this long, so that the eye first finds the vehicle on the map. */
export const DRAWER_DELAY_MS = 500

/** What choosing a vehicle means: the selected one again deselects. */
export const nextSelection = (selectedId: number | undefined, chosenId: number): number | undefined =>
  chosenId === selectedId ? undefined : chosenId

/**
 * Whose drawer is open: none at first, the selected vehicle's after half a second. An open drawer follows a new selection at
 * once, and closes at once with the last.
 */
export function useDrawerEntity(selectedId: number | undefined): number | undefined {
  const [isOpen, setIsOpen] = useState(false)
  const isSelected = selectedId !== undefined
  useEffect(() => {
    if (!isSelected) return
    const timer = setTimeout(() => setIsOpen(true), DRAWER_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setIsOpen(false)
    }
  }, [isSelected])
  return isOpen ? selectedId : undefined
}
