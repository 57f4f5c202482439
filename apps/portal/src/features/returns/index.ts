export { DeviceReturn } from './components/device-return.js'
export { ReturnDialog } from './components/return-dialog.js'
export { PhotosField } from './components/photos-field.js'
export { redrawn } from './photo.js'
