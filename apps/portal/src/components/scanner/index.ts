export { readImei } from './read-imei.js'
export { ScanButton } from './scan-button.js'
export { Scanner } from './scanner.js'
