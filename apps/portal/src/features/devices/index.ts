export { DevicesScreen } from './components/devices-screen.js'
export { ImeiSearch } from './components/imei-search.js'
export { StatisticsStrip } from './components/statistics-strip.js'
export { useDevicesAddress } from './use-devices-address.js'
