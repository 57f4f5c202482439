import { act } from '@testing-library/react'

/** Window as media queries see it. */
export interface TestViewport {
  width: number
  isTouch: boolean
  isPortrait: boolean
  prefersDark: boolean
  prefersReducedMotion: boolean
}

export const DESKTOP: TestViewport = {
  width: 1440,
  isTouch: false,
  isPortrait: false,
  prefersDark: false,
  prefersReducedMotion: false,
}
export const PHONE: TestViewport = { ...DESKTOP, width: 390, isTouch: true, isPortrait: true }

let current = DESKTOP
const lists = new Set<() => void>()

function matches(query: string): boolean {
  const conditions: [RegExp, (value: string) => boolean][] = [
    [/max-width:\s*([\d.]+)px/, (limit) => current.width <= Number(limit)],
    [/min-width:\s*([\d.]+)px/, (limit) => current.width >= Number(limit)],
    [/orientation:\s*(\w+)/, (wanted) => (wanted === 'portrait') === current.isPortrait],
    [/pointer:\s*(\w+)/, (wanted) => (wanted === 'coarse') === current.isTouch],
    [/prefers-color-scheme:\s*(\w+)/, (wanted) => (wanted === 'dark') === current.prefersDark],
    [/prefers-reduced-motion:\s*(\w+)/, (wanted) => (wanted === 'reduce') === current.prefersReducedMotion],
  ]
  return conditions.every(([pattern, holds]) => {
    const value = pattern.exec(query)?.[1]
    return value === undefined || holds(value)
  })
}

/** Implements `matchMedia` from the test's viewport, because jsdom has no layout. Initially a wide desktop. */
export function installMatchMedia(): void {
  window.matchMedia = (query: string) => {
    const list = new EventTarget()
    lists.add(() => list.dispatchEvent(new Event('change')))
    return Object.defineProperties(list, {
      matches: { get: () => matches(query) },
      media: { value: query },
      // Deprecated names, which the theme still uses.
      addListener: { value: (listener: () => void) => list.addEventListener('change', listener) },
      removeListener: { value: (listener: () => void) => list.removeEventListener('change', listener) },
    }) as MediaQueryList
  }
}

/** Rotates or resizes the window. */
export function setViewport(viewport: Partial<TestViewport>): void {
  current = { ...current, ...viewport }
  act(() => lists.forEach((notify) => notify()))
}

export function resetViewport(): void {
  current = DESKTOP
  lists.clear()
}
