import type { SessionPermission } from '../../../lib/session/session.js'

/** In the order in which they are taken; the API tells of each whether it was seen done. */
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

/** Those that somebody with these permissions may take; none for who may only look at what others did. */
export function stepsFor(permissions: readonly string[]): readonly StepName[] {
  const mine = STEPS.filter((step) => NEEDS[step].every((permission) => permissions.includes(permission)))
  return mine.every((step) => step === 'move') ? [] : mine
}
