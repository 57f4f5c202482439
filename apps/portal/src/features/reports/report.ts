import type { components, paths } from '../../lib/api/schema.js'

/** Report on one vehicle in a period (G-59). */
export type Report = components['schemas']['Report']
export type ReportTrip = Report['trips'][number]
/** A requested report with its state. */
export type ReportRequest = components['schemas']['ReportRequest']
/** Parameters of a request. */
export type ReportOrder = components['schemas']['AskForReport']
export type ReportSchedule = components['schemas']['ReportSchedule']
export type ReportColumn = components['schemas']['ReportColumn']
/** Rows with the same columns as the files. */
export type ReportPage = paths['/api/v1/reports/{kind}']['get']['responses'][200]['content']['application/json']
export type ReportMode = ReportOrder['mode']
export type ReportFormat = ReportOrder['format']
export type TargetGroup = components['schemas']['TargetGroupOption']

export const VIEWS = ['periodic', 'individual', 'multiple', 'files', 'schedules'] as const
export type ReportView = (typeof VIEWS)[number]

/** Modes of a report on many vehicles: every trip, the summary, and four about the use of vehicles. */
export const MODES = ['all', 'summary', 'stops', 'utilisation', 'speeding', 'activity'] as const satisfies readonly ReportMode[]
export const FORMATS = ['csv', 'xlsx', 'pdf'] as const satisfies readonly ReportFormat[]
export const EVERY = ['day', 'week', 'month'] as const satisfies readonly ReportSchedule['every'][]

/**
 * Maximum number of days for which a report may cover as many vehicles as the installation allows (G-58). A report on a
 * longer period may cover fewer vehicles.
 */
const DAYS_OF_MOST = 31

/** Default speed limit in km/h. The next constant is the default minimum length of a stop, in minutes. */
export const USUAL_LIMIT_KPH = 50
export const USUAL_MINUTES = 5

/** Returns true if the API would reject a report on so many vehicles and days. `most` is the maximum number of vehicles. */
export const isTooLarge = (entities: number, days: number, most: number): boolean =>
  entities > most || entities * days > most * DAYS_OF_MOST
