import { CsvLines } from './csv.js'

describe('a line of CSV', () => {
  const english = new CsvLines('en')
  const german = new CsvLines('de')

  it('G-61 begins with a byte order mark in its head alone', () => {
    expect(english.head(['Name', 'Brand'])).toBe('\uFEFFName,Brand\r\n')
    expect(english.line(['a', null])).toBe('a,\r\n')
  })

  it('G-61 has the signs of its language', () => {
    expect(english.line([1.5, 'x'])).toBe('1.5,x\r\n')
    for (const locale of ['nl', 'de', 'fr'] as const) expect(new CsvLines(locale).line([1.5, -2])).toBe('1,5;-2\r\n')
  })

  it.each([
    ['a"b', '"a""b"'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['', ''],
  ])('quotes %j where it must', (text, cell) => {
    expect(english.line([text])).toBe(`${cell}\r\n`)
    expect(german.line([text])).toBe(`${cell}\r\n`)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '＝1', '＋1', '－1', '＠a'])('S12 makes %j text', (text) => {
    expect(english.line([text])).toMatch(/^"?'/)
  })

  it.each(["'=x", "''+1", "'0012", "'353599178000076"])('keeps the apostrophe that %j has itself, by one more', (text) => {
    expect(german.line([text])).toBe(`'${text}\r\n`)
  })

  it('puts one apostrophe before what is to stay as it is', () => {
    expect(german.line([{ kept: '0123456789012' }, { kept: '=1' }])).toBe("'0123456789012;'=1\r\n")
  })

  it('S12 leaves numbers and harmless text alone', () => {
    expect(english.line([-5, 'a=b', "it's", "'t Fiets"])).toBe("-5,a=b,it's,'t Fiets\r\n")
  })
})
