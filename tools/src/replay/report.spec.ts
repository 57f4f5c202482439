import { wrapped } from './report.js'

describe('a line of a report', () => {
  it('stays whole while it fits', () => {
    expect(wrapped('trips      2 as stored')).toEqual(['trips      2 as stored'])
  })

  it('goes on indented on lines of at most 100 characters, and loses no word', () => {
    const fields = Array.from({ length: 20 }, (_, n) => `field${n} ${n} → ${n + 1}`).join(', ')
    const lines = wrapped(`  waypoint ~ 2025-11-20T07:00:00Z  ${fields}`)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100)
    expect(lines.slice(1).every((line) => line.startsWith('     '))).toBe(true)
    expect(lines.map((line) => line.trim()).join(' ')).toContain(fields)
  })

  it('is cut where a word is longer than the line', () => {
    expect(wrapped('x'.repeat(250)).every(({ length }) => length <= 100)).toBe(true)
  })
})
