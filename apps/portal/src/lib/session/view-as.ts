import { inTab } from '../../storage/browser-storage.js'

/** Role and business that the portal is viewed as. The business is null if the role needs none. */
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

/**
 * Returns the role as which this tab views the portal. A reload keeps the view, and closing the tab ends it. The server
 * applies the role to each request, because each request names it (T-13).
 */
export function getViewAs(): ViewAs | undefined {
  const value = stored.readJson()
  return isView(value) ? value : undefined
}

export const keepViewAs = (view: ViewAs): void => stored.writeJson(view)

export const forgetViewAs = (): void => stored.write(undefined)

/** Returns the header value of every request while the portal is viewed as a role. */
export const viewAsHeader = ({ roleKey, businessId }: ViewAs): string =>
  businessId === null ? roleKey : `${roleKey}@${businessId}`
