import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { announcedMoment, readApiConfiguration } from '../../configuration.js'
import { announcementsIn, announcedTo } from './announcements.js'

const words = { title: 'Year-end offer', text: 'Ten trackers for the price of nine.' }
const offer = {
  id: 'offer-2026',
  kind: 'offer',
  from: '2026-12-01T08:00',
  till: '2027-01-01T00:00',
  audience: ['dealer'],
  texts: { en: words, nl: words, de: words, fr: words },
  link: 'https://shop.example/offer',
}
/** A fair that lasts over the night in which clocks are put forward. */
const fair = { ...offer, id: 'fair-2026', kind: 'fair', from: '2026-03-28T18:00', till: '2026-03-29T18:00', audience: undefined }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'announcements-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
const read = (content: unknown) => {
  const file = path.join(folder, 'announcements.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return announcementsIn(file)
}

describe('a time at which something is announced (G-87)', () => {
  it.each([
    ['2025-11-02T07:00', '2025-11-02T06:00:00.000Z'],
    ['2025-07-02T07:00', '2025-07-02T05:00:00.000Z'],
    ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['2025-10-26T02:30', '2025-10-26T00:30:00.000Z'],
    ['2025-10-26T03:00', '2025-10-26T02:00:00.000Z'],
    ['2025-11-02T07:00:00', '2025-11-02T06:00:00.000Z'],
    ['2025-11-02T07:00:00+01:00', '2025-11-02T06:00:00.000Z'],
    ['2025-11-02T07:00:00-05:00', '2025-11-02T12:00:00.000Z'],
    ['2025-11-02T07:00:00Z', '2025-11-02T07:00:00.000Z'],
  ])('is read off a clock in Amsterdam, winter and summer, unless it has an offset: %s', (told, moment) =>
    expect(announcedMoment.parse(told)).toBe(moment),
  )

  it.each(['2026-03-29T02:30', '2026-02-30T10:00', 'tomorrow', '2026-03-29', '2026-03-29T25:00'])(
    'is refused where no clock there ever shows it: %s',
    (told) => expect(announcedMoment.safeParse(told).success).toBe(false),
  )

  it('R-225 R-362 is, for the planned maintenance, what the specification says', () => {
    const { MAINTENANCE_WINDOW_FROM, MAINTENANCE_WINDOW_TILL, MAINTENANCE_SHOWN_FROM, MAINTENANCE_SHOWN_TILL } =
      readApiConfiguration({
        DATABASE_URL: 'postgres://localhost/x',
        OIDC_ISSUER: 'http://localhost:8081',
      })
    expect([MAINTENANCE_WINDOW_FROM, MAINTENANCE_WINDOW_TILL, MAINTENANCE_SHOWN_FROM, MAINTENANCE_SHOWN_TILL]).toEqual([
      '2025-11-02T06:00:00.000Z',
      '2025-11-03T20:00:00.000Z',
      '2022-11-07T13:00:00.000Z',
      '2025-11-04T15:00:00.000Z',
    ])
  })
})

describe('the announcements (G-88)', () => {
  it('R-226 R-227 go to the roles that they are for, until they are over', () => {
    const all = read([offer, fair])
    const idsOf = (role: string, now: string) => announcedTo(all, role, Date.parse(now)).map(({ id }) => id)
    expect(idsOf('dealer', '2026-01-01T00:00:00Z')).toEqual(['offer-2026', 'fair-2026'])
    expect(idsOf('technician', '2026-01-01T00:00:00Z')).toEqual(['fair-2026'])
    // This is 18:00 in summer time, after a night that was an hour shorter.
    expect(idsOf('technician', '2026-03-29T15:59:59Z')).toEqual(['fair-2026'])
    expect(idsOf('technician', '2026-03-29T16:00:00Z')).toEqual([])
    expect(idsOf('dealer', '2026-12-31T22:59:59Z')).toEqual(['offer-2026'])
    expect(idsOf('dealer', '2026-12-31T23:00:00Z')).toEqual([])
  })

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '[{', /cannot be read/],
    ['an end before its beginning', [{ ...offer, till: offer.from }], /0\.till: must be after from/],
    ['a language missing', [{ ...offer, texts: { en: words, nl: words, de: words } }], /0\.texts\.fr/],
    ['a link that is not safe', [{ ...offer, link: 'http://shop.example' }], /0\.link: must be an https/],
    ['a script for a link', [{ ...offer, link: 'javascript:alert(1)' }], /0\.link: must be an https/],
    ['a role that there is not', [{ ...offer, audience: ['consumer'] }], /0\.audience\.0/],
    ['a word that means nothing', [{ ...offer, form: 'x' }], /form/],
    ['the same id twice', [offer, offer], /id each of its own/],
    ['an hour that clocks skip', [{ ...fair, from: '2026-03-29T02:10' }], /0\.from: .*never show/],
  ])('with %s stop the start and say what is wrong', (_what, content, why) => expect(() => read(content)).toThrow(why))
})
