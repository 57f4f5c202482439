import { printed } from './pdf-sheet.js'

describe('words of a PDF', () => {
  it.each([
    ['Müller & Søn, 12 €', 'Müller & Søn, 12 €'],
    ['Łukasz Żółkiewski', 'Lukasz Zólkiewski'],
    ['Dvořák, Ústí nad Labem', 'Dvorák, Ústí nad Labem'],
    ['Đurić ẞ', 'Duric SS'],
    ['Cafe\u0301', 'Café'],
    ['Αθήνα 5', '????? 5'],
  ])('%s are shown as %s', (text, shown) => expect(printed(text)).toBe(shown))
})
