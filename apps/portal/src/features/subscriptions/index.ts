export { GiveDialog } from './give-dialog.js'
