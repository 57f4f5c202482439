import { decimalOf, hexOf } from './plain-number.js'

describe('numbers as devices print them', () => {
  it.each([
    ['-12.50', -12.5],
    ['+000.3', 0.3],
    ['0', 0],
    ['.5', 0.5],
    ['', undefined],
    [undefined, undefined],
    ['-', undefined],
    ['1.2.3', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
    ['1-2', undefined],
    ['9'.repeat(400), undefined],
  ])('decimal %j is %s', (text, value) => {
    expect(decimalOf(text)).toBe(value)
  })

  it.each([
    ['0A', 10],
    ['ffffFFFF', 0xffff_ffff],
    ['', undefined],
    ['123456789', undefined],
    ['0G', undefined],
    ['-1', undefined],
  ])('hexadecimal %j is %s', (text, value) => {
    expect(hexOf(text)).toBe(value)
  })
})
