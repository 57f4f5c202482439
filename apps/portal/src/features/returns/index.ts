export { DeviceReturn } from './components/device-return.js'
export { ReturnDialog } from './components/return-dialog.js'
