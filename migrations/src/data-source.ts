import { directUrl } from '@roadbook/platform'
import { createDataSource } from './index.js'

/** Data source for the typeorm command line: `typeorm migration:run -d migrations/dist/data-source.js`. */
export default createDataSource(directUrl(process.env) || 'postgres://roadbook:roadbook@127.0.0.1:5432/roadbook')
