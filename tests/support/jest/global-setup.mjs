// Starts one real PostgreSQL for the whole integration run. Every suite clones its own database from a migrated template.
import { startTemplateServer } from '../database/postgres-server.mjs'
import build from './build.mjs'

export default async function setup() {
  build()
  const server = await startTemplateServer()
  process.env.TEST_POSTGRES_URL = server.url
  globalThis.__postgres = server
}
