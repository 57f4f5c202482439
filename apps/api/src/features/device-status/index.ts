export { DevicePeriodsRepository } from './periods/device-periods.repository.js'
export { DeviceVisibility } from './periods/device-periods.js'
export { DeviceStatusModule } from './device-status.module.js'
