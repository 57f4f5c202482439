import type { Refusal } from './outbox-item.js'
import type { InstallForm } from '../form/install-form.js'

/** A form that the API would not have, to be filled in again. */
interface Mending {
  form: InstallForm
  refusal: Refusal
}

let wanted: Mending | undefined
const listeners = new Set<() => void>()

/** Hands a refused form to the screen with the form, which may be open or about to be. Customers' data: never by the address. */
export function startMending(mending: Mending): void {
  wanted = mending
  for (const listener of listeners) listener()
}

/** Calls back when a form is to be mended; returns the unsubscriber. */
export function onMending(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The form to be mended, once. */
export function takeMending(): Mending | undefined {
  const taken = wanted
  wanted = undefined
  return taken
}
