import { useRuntimeConfig } from '../../config/runtime-config.js'
import { mayOpen } from '../guard.js'
import { SCREEN_KEYS, SCREENS, type NavigationGroup, type Screen, type ScreenKey } from '../screens.js'

/** Sidebar groups in order. Home's tiles and the command palette use the same order. */
const GROUPS: readonly NavigationGroup[] = ['operations', 'insight', 'administration', 'commerce']

/**
 * Returns the screens that this installation does not offer. The only one is the shop, if no shop URL is configured. A user
 * who opens it by its URL reads an explanation.
 */
export const useNotOffered = (): readonly ScreenKey[] => (useRuntimeConfig().shop_url === null ? ['shop'] : [])

/**
 * Returns the sidebar groups of a user. An entry is included if the user has its permission, and a group if it has at least one
 * entry. Home is always above the groups. The screens in `notOffered` are left out regardless of permissions.
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
