import pg from 'pg'
import { directUrl } from './direct-url.js'

const POOLER = 'postgres://roadbook_web:p%40ss@pooler:6432/roadbook?sslmode=require'

describe('the address of PostgreSQL itself', () => {
  it.each([undefined, ''])('is that of every connection if no other is set (%j)', (DATABASE_DIRECT_URL) => {
    expect(directUrl({ DATABASE_URL: POOLER, DATABASE_DIRECT_URL })).toBe(POOLER)
  })

  it.each([
    ['postgres://db:5432', 'postgres://roadbook_web:p%40ss@db:5432/roadbook?sslmode=require'],
    ['postgres://db:5432/', 'postgres://roadbook_web:p%40ss@db:5432/roadbook?sslmode=require'],
    ['postgresql://[fd00::1]/other', 'postgresql://roadbook_web:p%40ss@[fd00::1]/other?sslmode=require'],
    ['postgres://me:own@db/?sslmode=disable', 'postgres://me:own@db/roadbook?sslmode=disable'],
    ['postgres://me@db/other', 'postgres://me@db/other?sslmode=require'],
  ])('%s takes from the usual one what it leaves out', (DATABASE_DIRECT_URL, expected) => {
    expect(directUrl({ DATABASE_URL: POOLER, DATABASE_DIRECT_URL })).toBe(expected)
  })

  const socket = { host: '/var/run/postgresql', user: 'web', password: 'p@/w', database: 'roadbook' }
  const db = { host: 'db', port: 5433, user: 'web', password: 'p@/w', database: 'roadbook' }
  it.each([
    ['postgres://web:p%40%2Fw@pooler:6432/roadbook', 'postgres:///?host=/var/run/postgresql', socket],
    ['postgres://web:p%40%2Fw@pooler:6432/roadbook', 'postgres://?host=/var/run/postgresql', socket],
    ['postgres://web:p%40%2Fw@pooler:6432/roadbook', 'postgres://%2Fvar%2Frun%2Fpostgresql', socket],
    ['postgres://web:p%40%2Fw@/roadbook?host=/run/pgbouncer&port=6432', 'postgres://db:5433', db],
    ['postgres:///roadbook?host=/run/pgbouncer&port=6432&user=web&password=p%40%2Fw', 'postgres://db:5433', db],
    ['postgres://web:p%40%2Fw@x/roadbook?host=pooler&port=6432', 'postgres://db:5433', db],
    ['postgres://pooler:6432/roadbook?user=web&password=p%40%2Fw', 'postgres://db:5433?application_name=mine', db],
    ['postgres://web:p%40%2Fw@pooler:6432/roadbook', 'postgres://x/?host=db&port=5433', db],
    ['postgres://else:where@pooler/other', 'postgres://web:p%40%2Fw@/roadbook?host=/var/run/postgresql', socket],
    ['web@pooler', 'postgres://web:p%40%2Fw@db:5433/roadbook', db],
  ])('has the right server and user for pg, after %s, as %s', (DATABASE_URL, DATABASE_DIRECT_URL, expected) => {
    const { host, port, user, password, database } = new pg.Client(directUrl({ DATABASE_URL, DATABASE_DIRECT_URL }))
    expect({ host, port, user, password, database }).toMatchObject(expected)
  })

  it.each([
    ['web@pooler', 'postgres://db:5432', /needs a user, a password and a database of its own, because DATABASE_URL/],
    [POOLER, 'postgres://db:port', /^DATABASE_DIRECT_URL cannot be read/],
  ])('is refused if user or server stay unknown (%s, %s)', (DATABASE_URL, DATABASE_DIRECT_URL, message) => {
    expect(() => directUrl({ DATABASE_URL, DATABASE_DIRECT_URL })).toThrow(message)
  })
})
