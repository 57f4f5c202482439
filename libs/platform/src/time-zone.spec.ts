import type pg from 'pg'
import { isTimeZone, learnTimeZones } from './time-zone.js'

describe('the name of a time zone', () => {
  it.each(['Europe/Amsterdam', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'Asia/Kolkata', 'europe/paris', 'UTC'])(
    'is %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  )

  it.each([
    ['CET', 'has no summer time in PostgreSQL'],
    ['MET', 'has no summer time in PostgreSQL'],
    ['EST5EDT', 'has no slash'],
    ['CAT', 'is none in PostgreSQL'],
    ['AET', 'is none in PostgreSQL'],
    ['GMT', 'has no slash'],
    ['+02:00', 'is an offset'],
    ['Europe/Atlantis', 'does not exist'],
    ['posix/Europe/Amsterdam', 'is the database’s alone'],
    ['Europe/Amsterdam; x', 'is more than a name'],
    [`Europe/${'a'.repeat(80)}`, 'is too long'],
    ['', 'is nothing'],
  ])('is not "%s", which %s', (name) => expect(isTimeZone(name)).toBe(false))

  it('is none that the database does not know', async () => {
    const rows = [{ name: 'europe/amsterdam' }]
    await learnTimeZones({ query: () => Promise.resolve({ rows }) } as unknown as pg.Pool)
    expect(['Europe/Amsterdam', 'Europe/Paris', 'UTC'].filter(isTimeZone)).toEqual(['Europe/Amsterdam', 'UTC'])
  })
})
