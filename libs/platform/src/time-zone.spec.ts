import type pg from 'pg'
import { isTimeZone, learnTimeZones, timeZoneNamed } from './time-zone.js'

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

  describe('that the database does not know', () => {
    const learn = (...names: string[]) =>
      learnTimeZones({ query: () => Promise.resolve({ rows: names.map((name) => ({ name })) }) } as unknown as pg.Pool)

    it('is no zone', async () => {
      await learn('Europe/Amsterdam')
      expect(['Europe/Amsterdam', 'Europe/Paris', 'UTC'].filter(isTimeZone)).toEqual(['Europe/Amsterdam', 'UTC'])
    })

    // Debian 13 ships the names of IANA's file `backward` in a separate package, tzdata-legacy.
    it.each([
      ['Europe/Kiev', 'Europe/Kyiv'],
      ['Asia/Calcutta', 'Asia/Kolkata'],
      ['asia/calcutta', 'Asia/Kolkata'],
      ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
      ['US/Eastern', 'America/New_York'],
      ['Japan', 'Asia/Tokyo'],
      ['CET', 'Europe/Brussels'],
      ['EST5EDT', 'America/New_York'],
      ['Etc/GMT', 'UTC'],
      ['GMT', 'UTC'],
      ['Zulu', 'UTC'],
    ])('is called %s by somebody and %s here', async (name, known) => {
      await learn(
        'America/Argentina/Buenos_Aires',
        'America/New_York',
        'Asia/Kolkata',
        'Asia/Tokyo',
        'Europe/Brussels',
        'Europe/Kyiv',
        'posix/Asia/Kolkata',
      )
      expect(timeZoneNamed(name)).toBe(known)
    })

    it('has the new name in an old database, too', async () => {
      await learn('Europe/Kiev', 'Asia/Calcutta')
      expect(['Europe/Kyiv', 'Asia/Kolkata'].map(timeZoneNamed)).toEqual(['Europe/Kiev', 'Asia/Calcutta'])
    })

    it('is one whose clocks show the same, where the zone is younger than the database', async () => {
      await learn('America/Chicago', 'America/Bogota', 'Etc/GMT+7', 'America/Denver', 'Europe/Paris')
      expect(timeZoneNamed('America/Ciudad_Juarez')).toBe('America/Denver')
      await learn('Etc/GMT+3', 'America/Sao_Paulo', 'Europe/Paris')
      expect(timeZoneNamed('America/Punta_Arenas')).toBe('America/Sao_Paulo')
      await learn('America/Chicago', 'Etc/GMT+7')
      expect(timeZoneNamed('America/Ciudad_Juarez')).toBeUndefined()
    })

    it.each(['IST', 'CST', 'CAT', '+02:00', 'Europe/Atlantis', 'posix/Asia/Kolkata', '', 'Europe/Oslo; x'])(
      'is not guessed from "%s"',
      async (name) => {
        await learn('Asia/Kolkata', 'America/Chicago', 'Africa/Maputo', 'posix/Asia/Kolkata')
        expect(timeZoneNamed(name)).toBeUndefined()
      },
    )
  })
})
