import { inTab } from '../../storage/browser-storage.js'

/** Which role the portal is looked at as, and in which business; null: the role needs none. */
export interface ViewAs {
  roleKey: string
  businessId: number | null
}

const stored = inTab('view-as')

const isView = (value: unknown): value is ViewAs =>
  typeof value === 'object' &&
  value !== null &&
  'roleKey' in value &&
  typeof value.roleKey === 'string' &&
  'businessId' in value &&
  (value.businessId === null || typeof value.businessId === 'number')

/** The view of this tab; a reload keeps it, and whoever closes the tab has left it. The server judges each request by it (T-13). */
export function getViewAs(): ViewAs | undefined {
  const value = stored.readJson()
  return isView(value) ? value : undefined
}

export const keepViewAs = (view: ViewAs): void => stored.writeJson(view)

export const forgetViewAs = (): void => stored.write(undefined)

/** The header that every request of a view carries. */
export const viewAsHeader = ({ roleKey, businessId }: ViewAs): string =>
  businessId === null ? roleKey : `${roleKey}@${businessId}`
