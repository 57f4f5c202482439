import fc from '@roadbook/testing/property'
import { IO_ELEMENTS, findIoElement, findIoElementByName } from './io-elements.js'
import { readIoValue, writeIoValue } from './io-value.js'

describe('the table of IO elements', () => {
  it('knows an id in a width, and a name, only once', () => {
    const keys = IO_ELEMENTS.map(({ id, width }) => `${id}/${width}`)
    const names = IO_ELEMENTS.map(({ name }) => name)
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(names).size).toBe(names.length)
    for (const element of IO_ELEMENTS) {
      expect(findIoElement(element.id, element.width)).toBe(element)
      expect(findIoElementByName(element.name)).toBe(element)
    }
  })

  it('numbers the fifty geofence zones in the order of the vendor', () => {
    const zoneOf = (id: number) => findIoElement(id, 1)?.name
    expect([155, 159, 61, 65, 70, 88, 91, 99, 153, 154, 190, 198, 208, 209, 216, 231].map(zoneOf)).toEqual(
      [1, 5, 6, 10, 11, 12, 13, 21, 22, 23, 24, 32, 33, 34, 35, 50].map((zone) => `geofenceZone${zone}`),
    )
  })

  it('does not know an id in another width', () => {
    expect(findIoElement(239, 2)).toBeUndefined()
    expect(findIoElement(65_535, 8)).toBeUndefined()
  })

  it('writes back to the same bits every value that it reads from numbers', () => {
    const numeric = IO_ELEMENTS.filter(({ width, reader }) => width > 0 && width < 8 && reader !== 'flag')
    fc.assert(
      fc.property(
        fc.constantFrom(...numeric),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (element, share) => {
          const raw = Math.floor(share * 2 ** (8 * element.width))
          const value = readIoValue(element, raw)
          if (value === undefined) return
          const written = Number(writeIoValue(element, value))
          expect(((written % 2 ** (8 * element.width)) + 2 ** (8 * element.width)) % 2 ** (8 * element.width)).toBe(raw)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it.each([
    [72, 4, 0xffff_ffc9, -5.5],
    [17, 2, 0xff38, -200],
    [32, 1, 0xf6, -10],
    [25, 2, 0xfc18, -10],
    [86, 2, 455, 45.5],
    [12, 4, 1_234, 1.234],
  ] as const)('scales element %d of %d bytes, raw %d, to %d', (id, width, raw, value) => {
    expect(readIoValue(findIoElement(id, width)!, raw)).toBe(value)
  })
})
