import { SCREENS, type ScreenKey } from './screens.js'

/**
 * Navigation guard. Redirects to home if the user lacks the target's permission, the path is not "/", and the user has at
 * least one permission. A route without a permission is open.
 */
export function mayEnter(path: string, permission: string | undefined, permissions: readonly string[]): boolean {
  if (permission === undefined || path === '/' || permissions.length === 0) return true
  return permissions.includes(permission)
}

/** Returns whether the navigation offers a screen: strictly by permission, without the guard's two exceptions. */
export const mayOpen = (screen: ScreenKey, permissions: readonly string[]): boolean =>
  permissions.includes(SCREENS[screen].permission)
