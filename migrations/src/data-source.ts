import { createDataSource } from './index.js'

/** Data source for the typeorm command line: `typeorm migration:run -d migrations/dist/data-source.js`. */
export default createDataSource(process.env.DATABASE_URL ?? 'postgres://roadbook:roadbook@127.0.0.1:5432/roadbook')
