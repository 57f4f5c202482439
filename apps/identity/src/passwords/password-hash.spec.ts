import { hashPassword, verifyNobody, verifyPassword } from './password-hash.js'

describe('password hashes', () => {
  it('know their password and no other, with a salt of their own (G-16)', async () => {
    const [first, second] = await Promise.all([hashPassword('straße 12 fiets'), hashPassword('straße 12 fiets')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    expect(first).not.toBe(second)
    expect(await verifyPassword('straße 12 fiets', first)).toBe(true)
    expect(await verifyPassword('strasse 12 fiets', first)).toBe(false)
  })

  it('take an accent the same whether the keyboard composed it or not', async () => {
    const hash = await hashPassword('v\u00e9lo cargo')
    expect(await verifyPassword('ve\u0301lo cargo', hash)).toBe(true)
  })

  it('do not cut long passwords off', async () => {
    const long = 'a'.repeat(255)
    const hash = await hashPassword(`${long}b`)
    expect(await verifyPassword(`${long}c`, hash)).toBe(false)
  })

  it('refuse a stored hash of another kind', async () => {
    await expect(verifyPassword('secret', 'md5:1234')).rejects.toThrow('not argon2id')
  })

  it('never recognise nobody', async () => {
    expect(await verifyNobody('')).toBe(false)
  })
})
