export { ownerIn } from './owner.js'
export { ResourceController, ResourceRoutes } from './resource-controller.js'
export { AuditedWrites, type Finding, ResourceService } from './resource-service.js'
export { isInScope } from './scope.repository.js'
