import { inTab } from '../../../storage/browser-storage.js'
import type { InstallForm } from './install-form.js'
import type { ReplaceValues } from '../replace-values.js'

/** Of one person, and of this browser tab: what was typed about a customer does not outlive it. */
const ofInstall = (userId: number) => inTab(`install-draft:${userId}`)
const ofReplace = (userId: number, entityId: number) => inTab(`replace-draft:${userId}:${entityId}`)

/** What was typed and not saved; undefined where nothing was, or storage is blocked. */
export function readDraft(userId: number, empty: InstallForm): InstallForm | undefined {
  const draft = ofInstall(userId).readJson() as Partial<InstallForm> | undefined
  return draft && { ...empty, ...draft }
}
export const keepDraft = (userId: number, form: InstallForm | undefined): void => ofInstall(userId).writeJson(form)

/** The same of a swap, for each vehicle apart. */
export const readReplaceDraft = (userId: number, entityId: number) =>
  ofReplace(userId, entityId).readJson() as Partial<ReplaceValues> | undefined
export const keepReplaceDraft = (userId: number, entityId: number, values: ReplaceValues | undefined): void =>
  ofReplace(userId, entityId).writeJson(values)
