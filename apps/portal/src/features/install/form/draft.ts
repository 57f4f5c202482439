import { inBrowser, inTab } from '../../../storage/browser-storage.js'
import { type InstallForm, isTarget, type Target } from './install-form.js'
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

/** For whom this person installed last on this device, which is chosen for the next vehicle; a customer before the first one. */
export function readLastTarget(userId: number): Target {
  const last = inBrowser(`install-target:${userId}`).read()
  return isTarget(last) ? last : 'customer'
}
export const keepLastTarget = (userId: number, target: Target): void => inBrowser(`install-target:${userId}`).write(target)

/** The same of a swap, for each vehicle apart. */
export const readReplaceDraft = (userId: number, entityId: number) =>
  ofReplace(userId, entityId).readJson() as Partial<ReplaceValues> | undefined
export const keepReplaceDraft = (userId: number, entityId: number, values: ReplaceValues | undefined): void =>
  ofReplace(userId, entityId).writeJson(values)
