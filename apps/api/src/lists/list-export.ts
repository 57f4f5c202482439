import { createParamDecorator, type ExecutionContext, applyDecorators } from '@nestjs/common'
import { ApiProduces, ApiQuery } from '@nestjs/swagger'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../http/problems.js'
import { timeZoneOf } from '../http/time-zone.js'
import { field, query } from '../texts/platform.js'

/** Additional parameters of a list that has a CSV. */
export const EXPORT_PARAMETERS = ['format', 'columns', 'tz'] as const
/** Maximum rows of a CSV. A longer file would be of no use as a sheet, and would occupy the database for too long. */
export const MAX_CSV_ROWS = 100_000

/** A requested CSV: its columns in order, and the time zone of its times. */
export interface CsvWish {
  columns: readonly string[]
  timeZone: string
}

/**
 * Returns the requested CSV; undefined when JSON is requested. A CSV contains every matching row instead of one page. The
 * request names it by `format=csv` or `Accept: text/csv`.
 * @throws Problem 422 that names the allowed values
 */
export function readCsvWish(request: FastifyRequest, columns: readonly string[]): CsvWish | undefined {
  const asked = request.query as CsvQuery
  const format = asked.format || (/^\s*text\/csv\b/.test(request.headers.accept ?? '') ? 'csv' : 'json')
  if (format !== 'csv' && format !== 'json') throw invalid({ format: [field('not-one-of', { allowed: ['json', 'csv'] })] })
  const wish = readCsvQuery(asked, columns)
  return format === 'csv' ? wish : undefined
}

type CsvQuery = Partial<Record<(typeof EXPORT_PARAMETERS)[number], string>>

/**
 * Reads `columns` and `tz` of a query.
 * @throws Problem 422 that names the allowed values
 */
export function readCsvQuery(asked: CsvQuery, columns: readonly string[]): CsvWish {
  const wanted = (asked.columns ?? '').split(',').filter((name) => name !== '')
  for (const name of wanted) {
    if (!columns.includes(name)) throw invalid({ columns: [query('not-some-of', { allowed: columns })] })
  }
  return { columns: wanted.length > 0 ? [...new Set(wanted)] : columns, timeZone: timeZoneOf(asked.tz) }
}

/** Injects the requested CSV, if any. A list without CSV has none. */
export const WantsCsv = createParamDecorator((columns: readonly string[], context: ExecutionContext) =>
  columns.length === 0 ? undefined : readCsvWish(context.switchToHttp().getRequest<FastifyRequest>(), columns),
)

/** OpenAPI: a list that is also available as CSV. */
export const ExportParameters = (columns: readonly string[]) =>
  applyDecorators(
    ApiProduces('application/json', 'text/csv'),
    ApiQuery({
      name: 'format',
      required: false,
      schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
      description: `\`csv\` returns all rows that match instead of one page, at most ${MAX_CSV_ROWS}. \`Accept: text/csv\` does the same.`,
    }),
    ApiQuery({
      name: 'columns',
      required: false,
      type: 'string',
      description: `Columns of the CSV in order, joined by \`,\`. Allowed: ${columns.join(', ')}`,
    }),
    ApiQuery({
      name: 'tz',
      required: false,
      type: 'string',
      description: 'IANA time zone of the times in the CSV. Default: UTC.',
    }),
  )
