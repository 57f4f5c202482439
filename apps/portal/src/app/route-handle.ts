import { useMatches } from 'react-router'
import type { ScreenKey } from './paths.js'

/** What the guard and the page title read from the matched route. */
export interface RouteHandle {
  screen: ScreenKey
  permission?: string
}

/** The matched screen; absent on the not-found page. */
export const useRouteHandle = (): RouteHandle | undefined => useMatches().at(-1)?.handle as RouteHandle | undefined
