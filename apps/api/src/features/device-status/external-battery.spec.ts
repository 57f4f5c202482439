import { externalBatteryPercent } from './external-battery.js'

describe('the charge of an external battery', () => {
  it.each([
    [12_700, 100],
    [14_200, 100],
    [12_150, 50],
    [10_900, 0],
    [25_400, 100],
    [36_000, 50],
    [42_000, 100],
    [54_600, 100],
    [2_000, null],
    [null, null],
  ])('R-110 of %s mV is %s %%', (millivolts, percent) => {
    expect(externalBatteryPercent(millivolts)).toBe(percent)
  })
})
