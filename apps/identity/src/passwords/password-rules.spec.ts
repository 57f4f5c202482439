import { passwordProblem } from './password-rules.js'

describe('the rules for a new password (G-16)', () => {
  const problem = (password: string) => passwordProblem(password, 'marit@domstad.example')

  it.each([
    ['seven characters', 'kort123', 'tooShort'],
    ['257 characters', 'xy'.repeat(128) + 'z', 'tooLong'],
    ['the e-mail address in another case', 'Marit@Domstad.Example', 'isEmail'],
    ['the domain of the e-mail address', 'domstad.example', 'isEmail'],
    ['a password that everybody chooses', 'Qwertyuiop', 'tooCommon'],
    ['the same with a year and a sign behind it', 'Wachtwoord2025!', 'tooCommon'],
    ['one of the passwords that were stolen most often elsewhere', 'GSXR1000', 'breached'],
    ['one character over and over', 'zzzzzzzzzz', 'tooCommon'],
  ])('refuse %s', (_, password, expected) => {
    expect(problem(password)).toBe(expected)
  })

  it.each([
    ['eight characters that nobody guesses', 'tr4nspiq'],
    ['256 characters', 'wy'.repeat(128)],
    ['a sentence in any script', 'велосипед у дома'],
    ['emoji, counted as one character each', '🚲🛵🚗🚚🛴🏍️🚌'],
  ])('accept %s', (_, password) => {
    expect(problem(password)).toBeUndefined()
  })
})
