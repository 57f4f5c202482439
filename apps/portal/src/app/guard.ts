import { SCREENS, type ScreenKey } from './screens.js'

/**
 * Decides whether the user may navigate to a path. Returns false, which leads to Home, if the user lacks the target's
 * permission, the path is not "/", and the user has at least one permission. A route without a permission is open to all users.
 */
export function mayEnter(path: string, permission: string | undefined, permissions: readonly string[]): boolean {
  if (permission === undefined || path === '/' || permissions.length === 0) return true
  return permissions.includes(permission)
}

/**
 * Returns whether the navigation offers a screen. This depends only on the permission, without the two exceptions of `mayEnter`.
 */
export const mayOpen = (screen: ScreenKey, permissions: readonly string[]): boolean =>
  permissions.includes(SCREENS[screen].permission)
