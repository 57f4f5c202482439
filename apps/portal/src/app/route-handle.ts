import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'

/** Route data for the guard and the page title. */
export interface RouteHandle {
  /** Key in the list of screens. */
  screen: string
  permission?: string
  icon: LucideIcon
  texts: string
}

/** Screen that this user may open, as shown on a tile. */
export interface OpenScreen {
  key: string
  path: string
  icon: LucideIcon
  title: string
  purpose: string
}

/** Returns the matched screen. Undefined on the not-found page. */
export const useRouteHandle = (): RouteHandle | undefined => useMatches().at(-1)?.handle as RouteHandle | undefined

/** Returns the matched screen's icon and texts. */
export function useMatchedScreen() {
  // The type of the list of screens ensures that both texts exist.
  const t = useTranslation().t as unknown as (key: string) => string
  const handle = useRouteHandle()
  if (!handle) return undefined
  const { icon, texts } = handle
  return { icon, title: t(`${texts}.title`), purpose: t(`${texts}.purpose`) }
}
