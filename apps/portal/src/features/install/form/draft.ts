import { inBrowser, inTab } from '../../../storage/browser-storage.js'
import { type InstallForm, isTarget, type Target } from './install-form.js'
import type { ReplaceValues } from '../replace-values.js'

/**
 * Draft of one user in this browser tab. It is stored for the tab only, so that the customer data in it is deleted when the
 * tab is closed.
 */
const ofInstall = (userId: number) => inTab(`install-draft:${userId}`)
const ofReplace = (userId: number, entityId: number) => inTab(`replace-draft:${userId}:${entityId}`)

/** Returns the unsaved draft. Undefined if there is none or storage is blocked. */
export function readDraft(userId: number, empty: InstallForm): InstallForm | undefined {
  const draft = ofInstall(userId).readJson() as Partial<InstallForm> | undefined
  return draft && { ...empty, ...draft }
}
export const keepDraft = (userId: number, form: InstallForm | undefined): void => ofInstall(userId).writeJson(form)

/** Returns the user's last target on this device, which is the default for the next vehicle. Initially it is "customer". */
export function readLastTarget(userId: number): Target {
  const last = inBrowser(`install-target:${userId}`).read()
  return isTarget(last) ? last : 'customer'
}
export const keepLastTarget = (userId: number, target: Target): void => inBrowser(`install-target:${userId}`).write(target)

/** The draft of a replacement, kept per vehicle. */
export const readReplaceDraft = (userId: number, entityId: number) =>
  ofReplace(userId, entityId).readJson() as Partial<ReplaceValues> | undefined
export const keepReplaceDraft = (userId: number, entityId: number, values: ReplaceValues | undefined): void =>
  ofReplace(userId, entityId).writeJson(values)
