import { generateTemporaryPassword } from './temporary-password.js'

it('R-173 R-353 G-17 is 12 characters of upper and lower case letters, digits and signs, with each of them', () => {
  const many = Array.from({ length: 500 }, generateTemporaryPassword)
  for (const password of many) {
    expect(password).toMatch(/^[A-Za-z0-9!#$%&*?@]{12}$/)
    for (const kind of [/[A-Z]/, /[a-z]/, /[0-9]/, /[!#$%&*?@]/]) expect(password).toMatch(kind)
  }
  expect(new Set(many).size).toBe(many.length)
})
