export type { ReportTrip } from './report.js'
export { ReportScreen } from './report-screen.js'
