import { canBeName, isReadable } from './control-characters.js'

describe('L6 what people call things', () => {
  it.each(['Fiets 12', '自転車', 'مركبة', 'Zoë’s bike 🚲', '👨‍👩‍👧 family', '-', '7'])('L6 %j is readable', (text) => {
    expect(isReadable(text)).toBe(true)
  })

  it.each([
    '\u200b\u200b\u200b\u200b',
    '\u2800',
    '\u3164',
    '\u00ad',
    '\u0301',
    '\u200d \ufeff',
    'Bike\u202egnp.exe',
    '\u2066Bike',
    'a\u200fb',
  ])('L6 %j is not', (text) => {
    expect(isReadable(text)).toBe(false)
  })

  it.each([
    'Zoë',
    'van der Berg-O’Neill',
    'J.P. de Vries',
    'Dr.Smith',
    'Drs.Jan',
    'St. John',
    'Sánchez Jr.',
    'J.de Vries',
    '李小龙',
    'Müller (Werkstatt)',
  ])('L6 %j can be a name', (text) => {
    expect(canBeName(text)).toBe(true)
  })

  it.each([
    '<a href="http://evil.example">Click</a>',
    'Click evil.example',
    'EVIL.COM',
    'www.evil',
    'http://x',
    'a@b',
    '<b>',
    'see evil.example/login',
  ])('L6 %j cannot', (text) => {
    expect(canBeName(text)).toBe(false)
  })
})
