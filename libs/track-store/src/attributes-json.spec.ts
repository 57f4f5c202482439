import fc from '@roadbook/testing/property'
import { attributesFromJson, attributesToJson } from './attributes-json.js'

const whole = fc.oneof(
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
)
const value = fc.oneof(fc.string(), fc.boolean(), whole, fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }))

describe('attributes as JSON', () => {
  it('come back as they were, integers beyond 2^53 whole', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), value, { noNullPrototype: true }), (attributes) => {
        fc.pre(!('__proto__' in attributes && Object.hasOwn(attributes, '__proto__')))
        const json = attributesToJson(attributes)
        fc.pre(!json.includes('\uFFFD'))
        expect(attributesFromJson(json)).toEqual(withoutNegativeZero(attributes))
      }),
    )
  })

  it('hold nothing that jsonb refuses, whatever a tracker sends', () => {
    const nonsense = { 'a\0': 'x\0y', b: '\ud800', c: Number.NaN, d: Number.POSITIVE_INFINITY }
    expect(attributesFromJson(attributesToJson(nonsense))).toEqual({
      'a\uFFFD': 'x\uFFFDy',
      b: '\uFFFD',
      c: 'NaN',
      d: 'Infinity',
    })
  })
})

/** Replaces −0 by 0, because PostgreSQL's jsonb has no −0. For a position or a voltage, −0 has no meaning of its own. */
const withoutNegativeZero = <T>(record: Record<string, T>) =>
  Object.fromEntries(Object.entries(record).map(([name, item]) => [name, Object.is(item, -0) ? 0 : item]))
