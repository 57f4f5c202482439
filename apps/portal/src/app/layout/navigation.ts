import { useRuntimeConfig } from '../../config/runtime-config.js'
import { mayOpen } from '../guard.js'
import { SCREEN_KEYS, SCREENS, type NavigationGroup, type Screen, type ScreenKey } from '../screens.js'

/** The sidebar's groups in order; tiles and palette follow the same order. */
const GROUPS: readonly NavigationGroup[] = ['operations', 'insight', 'administration', 'commerce']

/** The screens of which this installation has nothing to offer: the shop without an address. Asked for by address they still say so. */
export const useNotOffered = (): readonly ScreenKey[] => (useRuntimeConfig().shop_url === null ? ['shop'] : [])

/**
 * The groups this user sees: an entry only with its permission, a group only with an entry. Home stands above them, always.
 * `notOffered` are left out whatever one may.
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
