import type { Refusal } from './outbox-item.js'
import type { InstallForm } from '../form/install-form.js'

/** A rejected form that is to be corrected. */
interface Mending {
  form: InstallForm
  refusal: Refusal
}

let wanted: Mending | undefined
const listeners = new Set<() => void>()

/**
 * Passes a rejected form to the form's screen. The screen may be open or about to open. The data is not passed in the URL,
 * because the URL must not contain customer data.
 */
export function startMending(mending: Mending): void {
  wanted = mending
  for (const listener of listeners) listener()
}

/** Calls the listener when a form is to be corrected. Returns the unsubscribe function. */
export function onMending(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the form to be corrected and clears it. */
export function takeMending(): Mending | undefined {
  const taken = wanted
  wanted = undefined
  return taken
}
