export { assertNotRolledBack, firstRows, mistakesIn, readSheet, readText, type Sheet, type SheetLine } from './read-sheet.js'
export { BadRowDto, ColumnField, CsvField, FirstRowDto, FirstRowsField } from './sheet.dto.js'
