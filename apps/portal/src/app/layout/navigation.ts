import { mayOpen } from '../guard.js'
import { SCREEN_KEYS, SCREENS, type NavigationGroup, type Screen, type ScreenKey } from '../screens.js'

/** The sidebar's groups in order; tiles and palette follow the same order. */
const GROUPS: readonly NavigationGroup[] = ['operations', 'insight', 'administration', 'commerce']

/** The groups this user sees: an entry only with its permission, a group only with an entry. Home stands above them, always. */
export const permittedGroups = (permissions: readonly string[]) =>
  GROUPS.map((group) => ({
    group,
    screens: SCREEN_KEYS.filter((key) => (SCREENS[key] as Screen).group === group && mayOpen(key, permissions)),
  })).filter(({ screens }) => screens.length > 0)

export const permittedScreens = (permissions: readonly string[]): ScreenKey[] =>
  permittedGroups(permissions).flatMap(({ screens }) => screens)
