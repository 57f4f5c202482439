import { useEffect, useState } from 'react'

/** Delay in ms before the drawer opens, so that the user first sees the vehicle on the map. */
export const DRAWER_DELAY_MS = 500

/** Returns the new selection. If the chosen vehicle is already selected, it is deselected. */
export const nextSelection = (selectedId: number | undefined, chosenId: number): number | undefined =>
  chosenId === selectedId ? undefined : chosenId

/**
 * Returns the vehicle whose drawer is open. The drawer opens half a second after the first selection. An open drawer shows a
 * newly selected vehicle immediately, and closes immediately when nothing is selected.
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
