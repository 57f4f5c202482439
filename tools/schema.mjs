// `npm run schema`: writes docs/schema from a new database with all migrations.
import { startPostgres } from '../tests/support/database/postgres-server.mjs'
import { writePages } from './dist/schema/write-pages.js'

const server = await startPostgres()
try {
  console.log(`${await writePages(server.url)} files in docs/schema`)
} finally {
  await server.stop()
}
