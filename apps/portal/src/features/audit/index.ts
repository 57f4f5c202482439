export type { AuditedObject } from './audit-entry.js'
export { ObjectHistory } from './components/object-history.js'
