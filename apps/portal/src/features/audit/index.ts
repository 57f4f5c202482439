export { AuditTable } from './audit-table.js'
export { ChangeList } from './components/change-list.js'
export { ObjectHistory } from './components/object-history.js'
