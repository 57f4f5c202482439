export { DevicesScreen } from './components/devices-screen.js'
export { useDevicesAddress } from './use-devices-address.js'
export { useDeviceCounts } from './use-device-counts.js'
