export { CLOCK, clockOf, type ClockRow } from './device-clock.js'
export { DeviceClockDto } from './device-clock.dto.js'
