import type { InstallForm } from './install-form.js'
import type { ReplaceValues } from '../replace-values.js'

/** Of one person, and of this browser tab: what was typed about a customer does not outlive it. */
const installKey = (userId: number) => `install-draft:${userId}`
const replaceKey = (userId: number, entityId: number) => `replace-draft:${userId}:${entityId}`

function read(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined // a blocked storage or an unreadable draft is no draft
  }
}

function keep(key: string, draft: object | undefined): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft))
    else sessionStorage.removeItem(key)
  } catch {
    return // blocked storage: the draft lasts as long as the screen
  }
}

/** What was typed and not saved; undefined where nothing was, or storage is blocked. */
export function readDraft(userId: number, empty: InstallForm): InstallForm | undefined {
  const draft = read(installKey(userId)) as Partial<InstallForm> | undefined
  return draft && { ...empty, ...draft }
}
export const keepDraft = (userId: number, form: InstallForm | undefined): void => keep(installKey(userId), form)

/** The same of a swap, for each vehicle apart. */
export const readReplaceDraft = (userId: number, entityId: number) =>
  read(replaceKey(userId, entityId)) as Partial<ReplaceValues> | undefined
export const keepReplaceDraft = (userId: number, entityId: number, values: ReplaceValues | undefined): void =>
  keep(replaceKey(userId, entityId), values)
