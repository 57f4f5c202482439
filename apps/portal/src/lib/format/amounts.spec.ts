import { isAmount, toMinor } from './amounts.js'

describe('an amount that is typed', () => {
  it.each([
    ['49,95', 'EUR', 4_995],
    ['49.9', 'EUR', 4_990],
    ['0', 'EUR', 0],
    ['500', 'JPY', 500],
    ['1.234', 'KWD', 1_234],
  ])('R-197 %s is one of %s', (text, currency, minor) => {
    expect([isAmount(text, currency), toMinor(text, currency)]).toEqual([true, minor])
  })

  it.each([
    ['49.999', 'EUR'],
    ['500.0', 'JPY'],
    ['1.2345', 'KWD'],
    ['', 'EUR'],
    ['1e3', 'EUR'],
    ['-1', 'EUR'],
  ])('R-197 %j is none of %s', (text, currency) => expect(isAmount(text, currency)).toBe(false))
})
