export { ImportResult } from './import-result.js'
export { SheetImportDialog } from './sheet-import-dialog.js'
