import { SCREENS, type ScreenKey } from './screens.js'

/**
 * Decides whether the user may navigate to a path. A route without a permission and the path "/" are always allowed,
 * and a user without any permission may open every route. In all other cases, the user needs the route's permission. If the
 * result is false, the user is sent to Home.
 */
export function mayEnter(path: string, permission: string | undefined, permissions: readonly string[]): boolean {
  if (permission === undefined || path === '/' || permissions.length === 0) return true
  return permissions.includes(permission)
}

/** Returns whether the navigation offers a screen. Only the permission decides; the exceptions of `mayEnter` do not apply. */
export const mayOpen = (screen: ScreenKey, permissions: readonly string[]): boolean =>
  permissions.includes(SCREENS[screen].permission)
