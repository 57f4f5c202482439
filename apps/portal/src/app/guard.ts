import { SCREENS, type ScreenKey } from './screens.js'

/**
 * The navigation guard, exactly R-048: to home when the target's permission is not among the user's, the path is not "/", and the
 * user has at least one permission. A route without a permission is open.
 */
export function mayEnter(path: string, permission: string | undefined, permissions: readonly string[]): boolean {
  if (permission === undefined || path === '/' || permissions.length === 0) return true
  return permissions.includes(permission)
}

/** Whether the navigation offers a screen: strictly by permission, without the guard's two exceptions. */
export const mayOpen = (screen: ScreenKey, permissions: readonly string[]): boolean =>
  permissions.includes(SCREENS[screen].permission)
