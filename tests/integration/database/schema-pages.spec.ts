import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@roadbook/tools/project-root'
import { type Catalogue, readCatalogue } from '@roadbook/tools/schema/catalogue'
import { effectsOf } from '@roadbook/tools/schema/effects'
import { schemaPages } from '@roadbook/tools/schema/pages'
import { findWriters, readSource, sharedTables } from '@roadbook/tools/schema/writers'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

const FOLDER = path.join(projectRoot, 'docs/schema')
const AGAIN = 'Run "npm run schema" and commit what it writes.'

describe('the pages of the database', () => {
  let database: TestDatabase
  let catalogue: Catalogue
  let pages: Map<string, string>
  beforeAll(async () => {
    database = await createTestDatabase()
    catalogue = await readCatalogue(database.pool)
    pages = schemaPages(catalogue)
  })
  afterAll(() => database.drop())

  it('are one for each table, as the migrations make it', () => {
    const written = readdirSync(FOLDER)
    const differing = [...pages].filter(
      ([name, text]) => !written.includes(name) || readFileSync(path.join(FOLDER, name), 'utf8') !== text,
    )
    expect({ differing: differing.map(([name]) => name), AGAIN }).toEqual({ differing: [], AGAIN })
    expect(written.filter((name) => !pages.has(name))).toEqual([])
  })

  it('say what happens when a trip is written', () => {
    const [head] = pages.get('trips.sql')!.split('\n\n')
    expect(head).toContain('writes trip_days')
    expect(head).toContain('writes odometers')
    expect(head).toContain('writes webhook_deliveries, webhook_events')
  })

  it('name who writes each table: a room of the code, or triggers of other tables', () => {
    const unwritten = [...pages].filter(([, text]) => text.startsWith('-- Written by migrations')).map(([name]) => name)
    expect(unwritten).toEqual(['roles.sql', 'schema_migrations.sql', 'webhook_kinds.sql'])
  })

  // Each table should be written by one room, so that its rules are in one place. This list only becomes shorter.
  it('name one room for each table, but for these', () => {
    expect(sharedTables(findWriters(catalogue, effectsOf(catalogue), readSource()))).toEqual({
      alert_news: ['api/alerts', 'consumer'],
      alerts: ['api/alerts', 'consumer'],
      api_tokens: ['api/auth', 'api/tokens', 'api/users', 'identity'],
      audit_log: ['api/audit', 'api/auth', 'identity'],
      consumers: ['api/businesses', 'api/install'],
      device_commands: ['api/commands', 'consumer', 'gateway'],
      devices: ['api/businesses', 'api/devices', 'api/install', 'consumer'],
      doubted_senders: ['api/devices', 'consumer'],
      ended_sessions: ['api/account', 'identity'],
      entities: ['api/businesses', 'api/entities', 'api/install', 'api/tags'],
      installations: ['api/businesses', 'api/devices', 'api/entities', 'api/install', 'consumer'],
      password_reset_requests: ['api/account', 'identity'],
      tracker_disputes: ['api/devices', 'consumer'],
      tracker_networks: ['api/devices', 'consumer'],
      trip_recalculations: ['api/trips', 'consumer'],
      trips: ['api/trips', 'track-store'],
      users: ['api/account', 'api/auth', 'api/businesses', 'api/users', 'identity'],
    })
  })
})
