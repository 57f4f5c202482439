import type { components } from '../../lib/api/schema.js'

/** Who did what to which object, when, from where, with what changed. */
export type AuditEntry = components['schemas']['AuditEntry']

/** One field that changed. Its values are any JSON. */
export interface AuditChange {
  field: string
  old: unknown
  new: unknown
  /** What an id is called, where the reader may see it. */
  old_name: string | null
  new_name: string | null
}

/** Objects that have a history of their own. */
export type AuditedObject = 'business' | 'user' | 'entity' | 'device' | 'token'

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

/** Fields that only repeat what the entry says elsewhere, and numbers that mean nothing to people. */
const REPEATED: readonly string[] = ['command_id', 'share_id', 'import_id', 'message_id', 'event']

/** What changed, without fields that were empty and are. */
export const changesOf = ({ changes }: Pick<AuditEntry, 'changes'>): AuditChange[] =>
  changes.filter((change) => !REPEATED.includes(change.field) && !(isNothing(change.old) && isNothing(change.new)))

/** Whether a value came where there was none before, as everything does when something is made. */
export const isNew = (change: AuditChange) => isNothing(change.old)
