import type { SessionPermission } from '../../../lib/session/session.js'

/** Steps in order. The API reports for each step whether it is done. */
export const STEPS = ['business', 'point', 'register', 'install', 'move', 'invite'] as const
type StepName = (typeof STEPS)[number]

const NEEDS: Readonly<Record<StepName, readonly SessionPermission[]>> = {
  business: ['create:business'],
  point: ['manage:devices'],
  register: ['manage:devices'],
  install: ['create:entity'],
  move: ['read:map'],
  invite: ['read:user', 'create:user'],
}

/**
 * Returns the steps that a user with these permissions may do. Empty for users who could only watch the progress of other users.
 */
export function stepsFor(permissions: readonly string[]): readonly StepName[] {
  const mine = STEPS.filter((step) => NEEDS[step].every((permission) => permissions.includes(permission)))
  return mine.every((step) => step === 'move') ? [] : mine
}
