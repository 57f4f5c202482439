import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '@roadbook/migrations'
import { createPool } from '@roadbook/platform'
import { projectRoot } from '../project-root.js'
import { readCatalogue } from './catalogue.js'
import { schemaPages } from './pages.js'

/**
 * Migrates a database and writes `docs/schema` from it. @param url connection string of an empty database, or of one with the
 * schema of this version
 */
export async function writePages(url: string): Promise<number> {
  await migrate(url)
  const pool = createPool({ url, name: 'roadbook-schema', max: 1 })
  try {
    const pages = schemaPages(await readCatalogue(pool))
    const folder = path.join(projectRoot, 'docs/schema')
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(folder)) if (!pages.has(name)) rmSync(path.join(folder, name))
    for (const [name, text] of pages) writeFileSync(path.join(folder, name), text)
    return pages.size
  } finally {
    await pool.end()
  }
}
