export { MaintenanceModule } from './maintenance.module.js'
export { MaintenancePlansService } from './maintenance-plans.service.js'
