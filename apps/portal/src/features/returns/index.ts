export { ReturnDialog } from './components/return-dialog.js'
