import type { components } from '../../lib/api/schema.js'

/** An action with user, object, time, origin and changes. */
export type AuditEntry = components['schemas']['AuditEntry']

/** One field that changed. Its values may be any JSON. */
export interface AuditChange {
  field: string
  old: unknown
  new: unknown
  /** Name of the object if `old` is its ID and the user may see the object. */
  old_name: string | null
  new_name: string | null
}

/** Objects with a separate history. */
export type AuditedObject = 'business' | 'user' | 'entity' | 'device' | 'token'

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

/** Fields that are not shown, because they repeat other parts of the entry or are numbers without a meaning for users. */
const REPEATED: readonly string[] = ['command_id', 'share_id', 'import_id', 'message_id', 'event']

/** Returns the changes, except those in which both values are empty. */
export const changesOf = ({ changes }: Pick<AuditEntry, 'changes'>): AuditChange[] =>
  changes.filter((change) => !REPEATED.includes(change.field) && !(isNothing(change.old) && isNothing(change.new)))

/** Returns true if the field had no value before, as all fields of a new object. */
export const isNew = (change: AuditChange) => isNothing(change.old)
