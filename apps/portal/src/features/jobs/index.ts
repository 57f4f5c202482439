export { JobTable } from './job-table.js'
