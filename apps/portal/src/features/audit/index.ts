export { AuditTable } from './components/audit-table.js'
export { ObjectHistory } from './components/object-history.js'
