export { DevicePeriodsRepository } from './device-periods.repository.js'
export { DeviceVisibility } from './device-periods.js'
export { DeviceStatusModule } from './device-status.module.js'
