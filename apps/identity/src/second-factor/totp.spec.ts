import { newSecret, provisioningUri, stepOf, typedSecret } from './totp.js'

/** Secret of RFC 6238, appendix B. Its codes have eight digits; ours are the last six of these. */
const RFC_SECRET = Buffer.from('12345678901234567890', 'ascii')

describe('codes of an authenticator app (S24)', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('S24 are those of RFC 6238 at %d s', (seconds, code) => {
    expect(stepOf(RFC_SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30))
  })

  it('S24 count for the step before and after theirs, and no further', () => {
    const code = '287082'
    const shown = [0, 30, 60, 90].map((later) => stepOf(RFC_SECRET, code, (30 + later) * 1_000))
    expect(shown).toEqual([1, 1, undefined, undefined])
    expect(stepOf(RFC_SECRET, code, 29_999)).toBe(1)
  })

  it('may be typed with a space, and are nothing else than six digits', () => {
    expect(stepOf(RFC_SECRET, '287 082', 59_000)).toBe(1)
    for (const wrong of ['', '28708', '2870822', '٢٨٧٠٨٢', '28708a', '-287082']) {
      expect(stepOf(RFC_SECRET, wrong, 59_000)).toBeUndefined()
    }
  })

  it('come from 160 random bits, which a QR code and a keyboard can carry', () => {
    const [one, other] = [newSecret(), newSecret()]
    expect(one).toHaveLength(20)
    expect(one.equals(other)).toBe(false)
    const uri = new URL(provisioningUri(RFC_SECRET, 'marit@domstad.example'))
    expect(decodeURIComponent(uri.pathname)).toBe('/Roadbook:marit@domstad.example')
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Roadbook',
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(typedSecret(RFC_SECRET)).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')
  })
})
