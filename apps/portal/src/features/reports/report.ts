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

/** Every trip, the summary, and four modes about the use of vehicles. */
export const MODES = ['all', 'summary', 'stops', 'utilisation', 'speeding', 'activity'] as const satisfies readonly ReportMode[]
export const FORMATS = ['csv', 'xlsx', 'pdf'] as const satisfies readonly ReportFormat[]
export const EVERY = ['day', 'week', 'month'] as const satisfies readonly ReportSchedule['every'][]

/** Period in days for which a report may cover as many vehicles as the installation allows (G-58). */
const DAYS_OF_MOST = 31

/** Default speed limit and minimum stop. */
export const USUAL_LIMIT_KPH = 50
export const USUAL_MINUTES = 5

/** Returns true if the API would reject a report on that many vehicles and days, with `most` as the maximum of vehicles. */
export const isTooLarge = (entities: number, days: number, most: number): boolean =>
  entities > most || entities * days > most * DAYS_OF_MOST
