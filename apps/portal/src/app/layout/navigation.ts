import { mayOpen } from '../guard.js'
import type { ScreenKey } from '../paths.js'

export type NavigationGroup = 'operations' | 'insight' | 'administration' | 'commerce'

/** The sidebar's groups in order; tiles and palette follow the same order. */
const GROUPS: readonly { group: NavigationGroup; screens: readonly ScreenKey[] }[] = [
  { group: 'operations', screens: ['map', 'installDevices', 'missing', 'notifications', 'maintenancePlans'] },
  { group: 'insight', screens: ['reports', 'analytics'] },
  { group: 'administration', screens: ['businesses', 'users', 'entities', 'devices', 'tags', 'tokens', 'audit'] },
  { group: 'commerce', screens: ['information', 'subscriptions', 'subscriptionManagement', 'appNotifications', 'shop'] },
]

/** The groups this user sees: an entry only with its permission, a group only with an entry. Home stands above them, always. */
export const permittedGroups = (permissions: readonly string[]) =>
  GROUPS.map(({ group, screens }) => ({ group, screens: screens.filter((screen) => mayOpen(screen, permissions)) })).filter(
    ({ screens }) => screens.length > 0,
  )

export const permittedScreens = (permissions: readonly string[]): ScreenKey[] =>
  permittedGroups(permissions).flatMap(({ screens }) => screens)
