export { AuditTrailModule } from './audit-trail.module.js'
export { AuditNames } from './audit-names.js'
export { changesOf } from './audit-response.js'
export { AuditChangeDto } from './dto/audit-entry.dto.js'
