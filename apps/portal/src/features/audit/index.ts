export { AuditTable } from './audit-table.js'
export { ChangeList } from './components/change-list.js'
export { RecentActivity } from './components/recent-activity.js'
export { ObjectHistory } from './components/object-history.js'
