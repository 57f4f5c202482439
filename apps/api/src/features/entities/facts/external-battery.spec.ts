import { externalBatteryPercent, isLowBattery, LOW_BATTERY_MV } from './external-battery.js'

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

  it('T-10 is low for the database at the very readings at which it is low to who looks', () => {
    const readings = Array.from({ length: 60_000 }, (_, millivolts) => millivolts)
    const low = readings.filter((reading) => LOW_BATTERY_MV.some(([from, till]) => reading >= from && reading <= till))
    expect(low).toEqual(readings.filter((reading) => isLowBattery(externalBatteryPercent(reading))))
    expect(low.length).toBeGreaterThan(1_000)
  })
})
