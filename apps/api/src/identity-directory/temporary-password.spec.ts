import { generateTemporaryPassword, isTemporaryPassword } from './temporary-password.js'

describe('a generated password', () => {
  const many = Array.from({ length: 3_000 }, generateTemporaryPassword)

  it('R-173 G-17 has 12 characters of letters in both cases, digits and the eight signs, and at least one of each', () => {
    for (const password of many) {
      expect(password).toMatch(/^[A-Za-z0-9!#$%&*?@]{12}$/)
      for (const kind of [/[A-Z]/, /[a-z]/, /[0-9]/, /[!#$%&*?@]/]) expect(password).toMatch(kind)
    }
    expect(new Set(many).size).toBe(many.length)
  })

  it('G-17 favours no character of a class', () => {
    const count = (characters: string) => [...characters].map((one) => many.join('').split(one).length - 1)
    for (const characters of ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789', '!#$%&*?@']) {
      const counts = count(characters)
      const mean = counts.reduce((sum, one) => sum + one, 0) / counts.length
      // The limit is six standard deviations of a binomial count. A fair draw exceeds it once in a hundred million runs.
      for (const one of counts) expect(Math.abs(one - mean)).toBeLessThan(6 * Math.sqrt(mean))
    }
  })

  it.each(['Short1!', 'nouppercase1!', 'NOLOWERCASE1!', 'NoDigitsHere!', 'NoSigns12345', 'Has spaces 1!', 'Thirteenchr1!'])(
    'R-173 is told from %j, which is none',
    (text) => expect(isTemporaryPassword(text)).toBe(false),
  )
})
