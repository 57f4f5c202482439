import type { components } from '../../../lib/api/schema.js'
import type { InstallForm } from '../form/install-form.js'
import type { ReplaceDevice } from '../queries/install-changes.js'

/** Work that a user did, possibly offline: the request body and, for an installation, the form. */
export type FieldWork =
  | { kind: 'install'; form: InstallForm; body: components['schemas']['Install'] }
  | { kind: 'replace'; entityId: number; body: ReplaceDevice }

/** The API's rejection: its message and those of its fields. */
export interface Refusal {
  message: string
  status: number
  fieldErrors: Record<string, string[]>
}

/** Work stored on this device until the API has accepted it. */
export interface OutboxItem {
  /** Idempotency-Key, created when the item was queued. Repeated sending takes effect once. */
  key: string
  userId: number
  /** Milliseconds since 1970 UTC. Items are sent in this order. */
  queuedAt: number
  /** Name of the vehicle, for display. */
  name: string
  work: FieldWork
  /** Number of failed attempts. */
  tries: number
  /** Earliest time of the next attempt; 0 means immediately. */
  nextTryAt: number
  /** Absent while the item waits. */
  refusal?: Refusal
}
