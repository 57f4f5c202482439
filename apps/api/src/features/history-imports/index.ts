export { HistoryImportsModule } from './history-imports.module.js'
