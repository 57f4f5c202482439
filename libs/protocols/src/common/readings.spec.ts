import type { Fix } from '@roadbook/contracts'
import { telemetryAt } from './judge-fix.js'
import { fill, isNoKey, percentOf, reading16, reading32, reading8, readingOf, signedReading } from './readings.js'

describe('what a device has no reading of', () => {
  it('fills no column', () => {
    const fix: Fix = telemetryAt(0)
    fill(fix, 'odometerM', reading32(0xffff_ffff) * 1000)
    fill(fix, 'externalBatteryMv', reading16(0xffff) * 10)
    fill(fix, 'hdop', reading8(0xff) / 10)
    fill(fix, 'altitudeM', undefined)
    expect(fix).toEqual(telemetryAt(0))
    fill(fix, 'odometerM', reading32(0) * 1000)
    fill(fix, 'externalBatteryMv', reading16(0xfffe) * 10)
    expect(fix).toEqual({ ...telemetryAt(0), odometerM: 0, externalBatteryMv: 655_340 })
  })

  it.each(['ff', 'ffff', 'ffffff', 'ffffffff'])('is a field of %s', (hex) => {
    expect(readingOf(Buffer.from(hex, 'hex'))).toBeNaN()
    expect(readingOf(Buffer.from(`00${hex.slice(2)}`, 'hex'))).toBe(2 ** (4 * hex.length - 8) - 1)
  })

  it('is an end of a signed word, with a sign bit or in two’s complement', () => {
    expect([0x7fff, -0x7fff, -0x8000].map(signedReading)).toEqual([NaN, NaN, NaN])
    expect([0x7ffe, -0x7ffe, -1, 0].map(signedReading)).toEqual([0x7ffe, -0x7ffe, -1, 0])
  })

  it('is a share of less than nothing or more than all', () => {
    expect([-0.1, 100.1, 255, NaN].map(percentOf)).toEqual([NaN, NaN, NaN, NaN])
    expect([0, 100].map(percentOf)).toEqual([0, 100])
  })

  it('is a key of zeros', () => {
    expect(['', '0', '0000000000000000'].map(isNoKey)).toEqual([true, true, true])
    expect(['1', '0000000000000001', 'ffff'].map(isNoKey)).toEqual([false, false, false])
  })
})
