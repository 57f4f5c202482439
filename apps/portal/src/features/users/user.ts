import type { components } from '../../lib/api/schema.js'

/** A user with the fields that user managers see. */
export type User = components['schemas']['User']

/** Views of the list, named in the URL (D.14). */
export const USER_VIEWS = ['active', 'deleted', 'never'] as const
export type UserView = (typeof USER_VIEWS)[number]
