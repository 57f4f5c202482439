import type { StoredFunction } from './catalogue.js'
import { effectsOf, tablesWritten } from './effects.js'
import { findWriters, roomOf, sharedTables } from './writers.js'

const TABLES = new Set(['trips', 'trip_days', 'webhook_events', 'identity.payloads'])
const stored = (name: string, body: string): StoredFunction => ({
  name,
  definition: `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $function$\nBEGIN\n${body}\nEND $function$\n`,
  isTrigger: true,
  grants: [],
})
const effects = (...functions: StoredFunction[]) =>
  effectsOf({ tables: [...TABLES].map((name) => ({ name }) as never), functions })

describe('which tables SQL writes', () => {
  it.each([
    ['INSERT INTO trips (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 1', ['trips']],
    ['UPDATE trips t SET deleted_at = now()', ['trips']],
    ['UPDATE ONLY public.trips AS t SET deleted_at = now()', ['trips']],
    ['WITH gone AS (DELETE FROM trips RETURNING id) INSERT INTO trip_days SELECT id FROM gone', ['trips', 'trip_days']],
    ['COPY trips (id) FROM STDIN', ['trips']],
    ['INSERT INTO identity.payloads (id) VALUES (1)', ['identity.payloads']],
    ['SELECT id FROM trips FOR UPDATE OF trips', []],
    ['UPDATE gone SET id = 1', []],
  ])('%s', (text, tables) => {
    expect([...tablesWritten(text, TABLES)].sort()).toEqual(tables.sort())
  })
})

describe('what a function of the database does', () => {
  it('includes what the functions do that it calls, however deep', () => {
    const { writes, calls } = effects(
      stored('on_trip', 'PERFORM tell(NEW.id);'),
      stored('tell', 'PERFORM note(1);'),
      stored('note', 'INSERT INTO webhook_events (id) VALUES (1);'),
      stored('other', 'DELETE FROM trip_days;'),
    ).get('on_trip')!
    expect([...writes]).toEqual(['webhook_events'])
    expect([...calls].sort()).toEqual(['note', 'tell'])
  })

  it('is not what its comments say', () => {
    expect([...effects(stored('quiet', '-- no INSERT INTO trips, and no tell()\nRETURN NULL;')).get('quiet')!.writes]).toEqual([])
  })

  it('may be to refuse, or to notify', () => {
    const found = effects(stored('refuse', "RAISE EXCEPTION 'no';"), stored('ring', "PERFORM pg_notify('work', '');"))
    expect([found.get('refuse')!.refuses, [...found.get('ring')!.wakes]]).toEqual([true, ['work']])
  })

  it('may be to call itself', () => {
    expect([...effects(stored('again', 'PERFORM again();')).get('again')!.calls]).toEqual([])
  })
})

describe('who writes a table', () => {
  const written = [
    { room: 'api/trips', text: 'UPDATE trips SET deleted_at = now(); SELECT remove_days(1)' },
    { room: 'api/days', text: 'SELECT remove_days(2)' },
    { room: 'consumer', text: 'INSERT INTO trip_days (id) VALUES (1)' },
    { room: 'consumer/alerts', text: 'DELETE FROM trip_days' },
    { room: 'api/reports', text: 'DELETE FROM trip_days; SELECT remove_days(3)' },
  ]
  const catalogue = {
    tables: [...TABLES].map((name) => ({ name }) as never),
    functions: [{ ...stored('remove_days', 'DELETE FROM trip_days;'), isTrigger: false }],
  }
  const writers = findWriters(catalogue, effectsOf(catalogue), written)

  it('is a room with its own statements, one that calls a function that writes, and one that does both', () => {
    const through = new Set(['remove_days'])
    expect(writers.get('trip_days')).toEqual(
      new Map([
        ['api/trips', { isOwn: false, through }],
        ['api/days', { isOwn: false, through }],
        ['consumer', { isOwn: true, through: new Set() }],
        ['consumer/alerts', { isOwn: true, through: new Set() }],
        ['api/reports', { isOwn: true, through }],
      ]),
    )
  })

  it('are several where rooms have statements of their own; folders of one process are one room', () => {
    expect(sharedTables(writers)).toEqual({ trip_days: ['api/reports', 'consumer'] })
  })
})

describe('the room of a file', () => {
  it.each([
    ['apps/api/src/features/missing/cases.service.ts', 'api/missing'],
    ['apps/api/src/features/alerts/rules/alert-rules.repository.ts', 'api/alerts'],
    ['apps/api/src/bootstrap.ts', 'api'],
    ['apps/consumer/src/alerts/tell.ts', 'consumer/alerts'],
    ['libs/track-store/src/store.ts', 'track-store'],
    ['tools/src/seed/demo.ts', 'tools/seed'],
    ['tools/src/cli.ts', 'tools'],
  ])('%s is %s', (file, room) => {
    expect(roomOf(file)).toBe(room)
  })
})
