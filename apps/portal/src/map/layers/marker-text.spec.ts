import { markerText } from './marker-text.js'

describe('a name beside a marker', () => {
  it('is whole while it is short, and cut between two letters as people see them where it is long', () => {
    expect(markerText('Bakfiets 12')).toBe('Bakfiets 12')
    expect(markerText('x'.repeat(24))).toBe('x'.repeat(24))
    expect(markerText('Vrachtwagen van het distributiecentrum Noord')).toBe('Vrachtwagen van het dis…')
    expect(markerText('👩‍👩‍👧'.repeat(30))).toBe(`${'👩‍👩‍👧'.repeat(23)}…`)
    expect(markerText('é'.repeat(40))).toBe(`${'é'.repeat(23)}…`)
    expect(markerText('a'.repeat(22) + ' '.repeat(3) + 'b')).toBe(`${'a'.repeat(22)}…`)
  })

  it('runs as its own letters do', () => {
    expect(markerText('רכב 12 (א)')).toBe('\u2068רכב 12 (א)\u2069')
    expect(markerText('שלום '.repeat(20))).toMatch(/^\u2068.{23}…\u2069$/u)
  })
})
