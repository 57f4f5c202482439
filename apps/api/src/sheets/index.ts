export { assertNotRolledBack, mistakesIn, readSheet, type SheetLine } from './read-sheet.js'
export { BadRowDto, ColumnField, CsvField } from './sheet.dto.js'
