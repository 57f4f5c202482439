import { textProblem } from './body-fields.js'

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
