export { LogbookModule } from './logbook.module.js'
