import type { InstallForm } from './install-form.js'

/** Of one person, and of this browser tab: what was typed about a customer does not outlive it. */
const keyOf = (userId: number) => `install-draft:${userId}`

/** What was typed and not saved; undefined where nothing was, or storage is blocked. */
export function readDraft(userId: number, empty: InstallForm): InstallForm | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(userId))
    return text === null ? undefined : { ...empty, ...(JSON.parse(text) as Partial<InstallForm>) }
  } catch {
    return undefined // a blocked storage or an unreadable draft is no draft
  }
}

export function keepDraft(userId: number, form: InstallForm | undefined): void {
  try {
    if (form) sessionStorage.setItem(keyOf(userId), JSON.stringify(form))
    else sessionStorage.removeItem(keyOf(userId))
  } catch {
    return // blocked storage: the draft lasts as long as the screen
  }
}
