import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.js'

describe('recovery codes (S24)', () => {
  it('S24 are eight different ones of 120 bits in groups that can be read out', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(8)
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{6}(-[0-9a-hjkmnp-tv-z]{6}){3}$/)
  })

  it('are the same however they are typed', () => {
    const hash = (code: string) => recoveryCodeHash(code).toString('hex')
    expect(hash('01ABCD-efghjk MNPQRS-tvwxyz ')).toBe(hash('01abcd-efghjk-mnpqrs-tvwxyz'))
    expect(hash('oIabcd-efghjk-mnpqrs-tvwxyz')).toBe(hash('01abcd-efghjk-mnpqrs-tvwxyz'))
    expect(hash('02abcd-efghjk-mnpqrs-tvwxyz')).not.toBe(hash('01abcd-efghjk-mnpqrs-tvwxyz'))
  })
})
