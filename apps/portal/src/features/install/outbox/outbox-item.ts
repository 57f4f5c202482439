import type { components } from '../../../lib/api/schema.js'
import type { InstallForm } from '../form/install-form.js'
import type { ReplaceDevice } from '../queries/install-changes.js'

/** What somebody did in the field, as the API wants it and as the form had it. */
export type FieldWork =
  | { kind: 'install'; form: InstallForm; body: components['schemas']['Install'] }
  | { kind: 'replace'; entityId: number; body: ReplaceDevice }

/** Why the API would not have it: its sentence, and those at its fields. */
export interface Refusal {
  message: string
  status: number
  fieldErrors: Record<string, string[]>
}

/** Work that is kept on this device until the API has it. */
export interface OutboxItem {
  /** Its Idempotency-Key, made when it was queued: however often it is sent, it is done once. */
  key: string
  userId: number
  /** Milliseconds since 1970 UTC; the order of sending. */
  queuedAt: number
  /** The vehicle, for people. */
  name: string
  work: FieldWork
  /** How often the API could not take it. */
  tries: number
  /** Not again before; 0: at once. */
  nextTryAt: number
  /** Absent while it waits. */
  refusal?: Refusal
}
