export { GiveDialog } from './give-dialog.js'
export { useGiving } from './use-giving.js'
