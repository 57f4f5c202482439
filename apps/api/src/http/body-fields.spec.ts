import 'reflect-metadata'
import { validate } from 'class-validator'
import { MomentField, momentOf, textProblem } from './body-fields.js'

describe('L6 a line of text, which every name is', () => {
  const problemOf = (text: string) => textProblem(text, 'name', { maxLength: 100 })?.in('en')

  it.each(['\u200b\u200b\u200b\u200b', '\u2800', 'Bike\u202egpj', '\u2067Bike'])(
    'L6 is refused as %j, which nobody can read',
    (text) => {
      expect(problemOf(text)).toMatch(/must be readable text, without hidden characters$/)
    },
  )

  it.each(['a\nb', 'a\0b', 'a\u0085b'])('L6 is refused as %j, which is no line', (text) => {
    expect(problemOf(text)).toMatch(/must be one line of text$/)
  })

  it.each(['Fietsen.nl', 'A/S <Bikes>', '🚲', ''])('L6 may be %j', (text) => {
    expect(problemOf(text)).toBeUndefined()
  })
})

describe('a time in a body', () => {
  class Body {
    @MomentField({ isNullable: true }) at?: string | null
  }
  const problemsOf = async (at: unknown) =>
    (await validate(Object.assign(new Body(), { at }))).flatMap((error) => Object.keys(error.constraints ?? {})).length

  it.each([
    '2024',
    '2024-05',
    '2024-W10',
    '2024-060',
    '20240101T100000Z',
    '0000-01-01',
    '0001-01-01T00:00+14:00',
    '2024-02-30',
    5,
  ])('is refused as %j, because the database would refuse or misread it', async (at) => {
    expect(await problemsOf(at)).toBe(1)
  })

  it.each(['2024-01-01', '2024-01-01T10:00', '2024-01-01T10:00:00.123Z', '2024-01-01T10:00:00+02:00', null, undefined])(
    'may be %j',
    async (at) => {
      expect(await problemsOf(at)).toBe(0)
    },
  )

  it.each([
    ['2024-01-01T10:00', '2024-01-01T10:00:00.000Z'],
    ['2024-01-01', '2024-01-01T00:00:00.000Z'],
    ['2024-01-01T10:00:00.5z', '2024-01-01T10:00:00.500Z'],
    ['2024-01-01T10:00+02:00', '2024-01-01T08:00:00.000Z'],
    ['2024-01-01T10:00-0530', '2024-01-01T15:30:00.000Z'],
  ])('%s is %s in every zone of the server', (text, moment) => {
    expect(momentOf(text).toISOString()).toBe(moment)
  })
})
