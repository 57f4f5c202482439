import type { components, paths } from '../../lib/api/schema.js'

/** One vehicle's period (G-59). */
export type Report = components['schemas']['Report']
export type ReportTrip = Report['trips'][number]
/** A report that was asked for, with how it stands. */
export type ReportRequest = components['schemas']['ReportRequest']
/** What is asked for. */
export type ReportOrder = components['schemas']['AskForReport']
export type ReportSchedule = components['schemas']['ReportSchedule']
export type ReportColumn = components['schemas']['ReportColumn']
/** Rows in the columns that the files have. */
export type ReportPage = paths['/api/v1/reports/{kind}']['get']['responses'][200]['content']['application/json']
export type ReportMode = ReportOrder['mode']
export type ReportFormat = ReportOrder['format']
export type TargetGroup = components['schemas']['TargetGroupOption']

export const VIEWS = ['periodic', 'individual', 'multiple', 'files', 'schedules'] as const
export type ReportView = (typeof VIEWS)[number]

/** Every trip and the summary, and the four that show how vehicles are used. */
export const MODES = ['all', 'summary', 'stops', 'utilisation', 'speeding', 'activity'] as const satisfies readonly ReportMode[]
export const FORMATS = ['csv', 'xlsx', 'pdf'] as const satisfies readonly ReportFormat[]
export const EVERY = ['day', 'week', 'month'] as const satisfies readonly ReportSchedule['every'][]

/** The days over which a report may be of as many vehicles as the installation allows (G-58). */
const DAYS_OF_MOST = 31

/** From when on a trip is too fast, and a rest a stop, where nobody says otherwise. */
export const USUAL_LIMIT_KPH = 50
export const USUAL_MINUTES = 5

/** A report of so many vehicles over so many days is refused where there may be `most`. */
export const isTooLarge = (entities: number, days: number, most: number): boolean =>
  entities > most || entities * days > most * DAYS_OF_MOST
