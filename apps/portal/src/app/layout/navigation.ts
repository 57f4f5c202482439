import { useRuntimeConfig } from '../../config/runtime-config.js'
import { mayOpen } from '../guard.js'
import { SCREEN_KEYS, SCREENS, type NavigationGroup, type Screen, type ScreenKey } from '../screens.js'

/** Sidebar groups in order; tiles and palette use the same order. */
const GROUPS: readonly NavigationGroup[] = ['operations', 'insight', 'administration', 'commerce']

/**
 * Returns the screens that this installation does not offer: the shop if it has no URL. Opened by URL, such a screen explains
 * this.
 */
export const useNotOffered = (): readonly ScreenKey[] => (useRuntimeConfig().shop_url === null ? ['shop'] : [])

/**
 * Returns the sidebar groups of a user: an entry needs its permission, a group at least one entry. Home is always above them
 * . `notOffered` are left out regardless of permissions.
 */
export const permittedGroups = (permissions: readonly string[], notOffered: readonly ScreenKey[]) =>
  GROUPS.map((group) => ({
    group,
    screens: SCREEN_KEYS.filter(
      (key) => (SCREENS[key] as Screen).group === group && mayOpen(key, permissions) && !notOffered.includes(key),
    ),
  })).filter(({ screens }) => screens.length > 0)

export const permittedScreens = (permissions: readonly string[], notOffered: readonly ScreenKey[]): ScreenKey[] =>
  permittedGroups(permissions, notOffered).flatMap(({ screens }) => screens)
