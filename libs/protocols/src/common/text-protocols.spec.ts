import type { Fix } from '@roadbook/contracts'
import { noteCells } from './cell-towers.js'
import { isDigits, utcOfDayFirst, utcOfYearFirst } from './compact-time.js'
import { telemetryAt } from './judge-fix.js'
import { cutJunk, leadingBlanks } from './marked-frames.js'
import { note } from './note.js'
import { barsOfCsq } from './signal.js'

describe('a date and a time in six digits each', () => {
  it('are read in the order that the protocol has', () => {
    expect(utcOfDayFirst('140525', '072105')).toBe(Date.UTC(2025, 4, 14, 7, 21, 5))
    expect(utcOfYearFirst('250514', '072105')).toBe(Date.UTC(2025, 4, 14, 7, 21, 5))
  })

  it.each([
    ['310225', '072105'],
    ['14052', '072105'],
    ['1405255', '072105'],
    ['14a525', '072105'],
    ['140525', '246000'],
    ['140525', '07210'],
    ['', ''],
  ])('%j %j are none', (date, time) => {
    expect(utcOfDayFirst(date, time)).toBeUndefined()
  })

  it('are digits and nothing else', () => {
    expect([isDigits('012'), isDigits(''), isDigits('1 2'), isDigits('a12b', 1, 3), isDigits('12', 1, 5)]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
  })
})

describe('what belongs to no frame', () => {
  const isStar = (byte: number) => byte === 0x2a

  it('ends at the next marker', () => {
    expect(cutJunk(Buffer.from('*ab*cd'), 0, isStar)).toEqual({ frame: Buffer.from('*ab'), remaining: Buffer.from('*cd') })
  })

  it('waits for a marker, but not for long', () => {
    expect(cutJunk(Buffer.alloc(1023), 0, isStar)).toBe('more')
    const long = cutJunk(Buffer.alloc(5000), 0, isStar)
    expect(long !== 'more' && 'frame' in long && long.frame.length).toBe(1024)
  })

  it('may be nothing but blanks', () => {
    expect([leadingBlanks(Buffer.from('\r\n \t\0*')), leadingBlanks(Buffer.from('*')), leadingBlanks(Buffer.alloc(0))]).toEqual([
      5, 0, 0,
    ])
  })
})

describe('what has no column', () => {
  it('is kept under its name when there is anything', () => {
    const fix: Fix = telemetryAt(0)
    note(fix, 'nothing', undefined)
    note(fix, 'empty', '')
    note(fix, 'noNumber', Number.NaN)
    expect(fix.attributes).toBeUndefined()
    note(fix, 'zero', 0)
    note(fix, 'no', false)
    expect(fix.attributes).toEqual({ zero: 0, no: false })
  })

  it('is one cell by its parts, several as a text', () => {
    const one: Fix = telemetryAt(0)
    noteCells(one, [{ mcc: 204, mnc: 8, lac: 3110, cellId: 20_417, signal: -61 }])
    expect(one.attributes).toEqual({ mcc: 204, mnc: 8, lac: 3110, cellId: 20_417, cellSignal: -61 })
    const two: Fix = telemetryAt(0)
    noteCells(two, [
      { mcc: 204, mnc: 8, lac: '20f5', cellId: '145d', signal: 41 },
      { mcc: 204, mnc: 8, lac: '20f5', cellId: '145e' },
    ])
    expect(two.attributes).toEqual({ cells: '204-8-20f5-145d:41;204-8-20f5-145e' })
  })

  it('is the signal in bars', () => {
    expect([0, 1, 6, 7, 31, 99, undefined].map(barsOfCsq)).toEqual([0, 1, 1, 2, 5, undefined, undefined])
  })
})
