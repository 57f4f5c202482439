import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'

/** What the guard and the page title read from the matched route. */
export interface RouteHandle {
  /** Its key in the list of screens. */
  screen: string
  permission?: string
  icon: LucideIcon
  texts: string
}

/** A screen that this user may open, as a tile shows it. */
export interface OpenScreen {
  key: string
  path: string
  icon: LucideIcon
  title: string
  purpose: string
}

/** The matched screen; absent on the not-found page. */
export const useRouteHandle = (): RouteHandle | undefined => useMatches().at(-1)?.handle as RouteHandle | undefined

/** Its icon and words. */
export function useMatchedScreen() {
  // The list of screens has checked that both words are there.
  const t = useTranslation().t as unknown as (key: string) => string
  const handle = useRouteHandle()
  if (!handle) return undefined
  const { icon, texts } = handle
  return { icon, title: t(`${texts}.title`), purpose: t(`${texts}.purpose`) }
}
