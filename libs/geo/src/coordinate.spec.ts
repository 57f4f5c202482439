import fc from '@roadbook/testing/property'
import { formatCoordinate, isLatitudeText, isLongitudeText, isPosition, roundCoordinate } from './coordinate.js'

describe('coordinates', () => {
  it.each(['49.3987', '-49.398765', '+0.0', '90.0', '-90.000000', '0.5'])('accepts latitude %s (R-092)', (text) => {
    expect(isLatitudeText(text)).toBe(true)
  })

  it.each(['49', '49.', '.5', '49.1234567', '90.000001', '-91.0', '4e1', '49,4', ' 49.4', '49.4 ', '', 'NaN', '1234.5'])(
    'refuses latitude "%s" (R-092)',
    (text) => {
      expect(isLatitudeText(text)).toBe(false)
    },
  )

  it('accepts longitudes up to ±180 and refuses what is beyond (R-092, G-39)', () => {
    expect(isLongitudeText('180.0')).toBe(true)
    expect(isLongitudeText('-179.999999')).toBe(true)
    expect(isLongitudeText('180.000001')).toBe(false)
    expect(isLongitudeText('8')).toBe(false)
  })

  it('rounds the seven decimals of a tracker to six (R-092)', () => {
    expect(roundCoordinate(8.6724335)).toBe(8.672434)
    expect(roundCoordinate(-0.00000001)).toBe(0)
  })

  it('writes every valid coordinate in the form that R-092 accepts', () => {
    expect(formatCoordinate(49)).toBe('49.0')
    expect(formatCoordinate(-8.67)).toBe('-8.67')
    expect(formatCoordinate(0.0000004)).toBe('0.0')
    fc.assert(
      fc.property(fc.double({ min: -90, max: 90, noNaN: true }), (degrees) => {
        const text = formatCoordinate(degrees)
        expect(isLatitudeText(text)).toBe(true)
        expect(Math.abs(Number(text) - degrees)).toBeLessThanOrEqual(0.000_000_51)
      }),
    )
  })

  it('knows no position at (0, 0), outside the globe and at NaN', () => {
    expect(isPosition(49.4, 8.7)).toBe(true)
    expect(isPosition(0, 8.7)).toBe(true)
    expect(isPosition(0, 0)).toBe(false)
    expect(isPosition(90.1, 8.7)).toBe(false)
    expect(isPosition(49.4, -180.1)).toBe(false)
    expect(isPosition(Number.NaN, 8.7)).toBe(false)
  })
})
