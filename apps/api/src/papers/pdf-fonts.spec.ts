import { readable } from './pdf-fonts.js'
import { type Direction, linesOf } from './pdf-lines.js'

describe('a name in a PDF', () => {
  it.each([
    'Müller & Søn, 12 €',
    'Łukasz Żółkiewski, Łódź',
    'Dvořák, Ústí nad Labem',
    'Şükrü İğneci, Iğdır, ı',
    'Nguyễn Thị Ngọc Ánh',
    'Jónsdóttir Þórunn Æ ẞ Ǆ ȝ',
    'Γεώργιος Παπαδόπουλος ΐ ΰ Ἀθῆναι',
    'Щербаков Ёлкин Їжак Љубица Ҡазан',
    'محمد بن راشد',
    'پژمان گچی',
    'שָׁלוֹם',
    'גדעון כהן־לוי',
    'გიორგი ბერიძე',
    'Գևորգ Եղիազարյան',
    'x\u030c q\u0323\u0301',
  ])('%s has its letters', (name) => expect(readable(name)).toBe(name.normalize('NFC')))

  it.each([
    ['Cafe\u0301', 'Café'],
    ['Zoë 東京 5', 'Zoë [U+6771 U+4EAC] 5'],
    ['🚲 Rad', '[U+1F6B2] Rad'],
    ['👨\u200d👩\u200d👧', '[U+1F468 U+1F469 U+1F467]'],
    ['🇱🇮', '[U+1F1F1 U+1F1EE]'],
    ['A中B', 'A[U+4E2D]B'],
    ['한글 กข', '[U+D55C U+AE00] [U+0E01 U+0E02]'],
    ['Why?', 'Why?'],
    ['щ\u064e', 'щ[U+064E]'],
    ['a\ud800b', 'a[U+D800]b'],
    ['tab\tand\u0007bell', 'tab andbell'],
    ['two\r\nlines', 'two\nlines'],
  ])('%j is told as %j', (name, told) => expect(readable(name)).toBe(told))
})

describe('a line of a PDF', () => {
  /** Returns the text as seen from left to right. Fonts reverse Arabic and Hebrew. */
  const seen = (text: string, direction: Direction = 'auto', width = Number.POSITIVE_INFINITY) =>
    linesOf(readable(text), width, direction, ({ text: part }) => [...part].length).map((line) =>
      line
        .map((piece) =>
          /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(piece.text) ? [...piece.text].reverse().join('') : piece.text,
        )
        .join(''),
    )
  const turned = (text: string) => [...text].reverse().join('')

  it.each([
    ['שלום', turned('שלום')],
    ['שלום כהן', turned('שלום כהן')],
    ['שלום 45 ABC', `ABC 45 ${turned('שלום')}`],
    ['Herr שלום כהן, 12 km', `Herr 12 ,${turned('שלום כהן')} km`],
    ['محمد (KIA 12)', `(KIA 12) ${turned('محمد')}`],
    ['محمد ١٢٣ و ۴۵', `۴۵ ${turned('و')} ١٢٣ ${turned('محمد')}`],
    ['(תל־אביב)', `(${turned('תל־אביב')})`],
    ['\u202eabc', 'cba'],
    ['a\u200eb\u2068c\u2069', 'abc'],
  ])('%s is read in its direction', (text, told) => expect(seen(text)).toEqual([told]))

  it('of ours goes on to the right behind a name, and a number does not join it', () => {
    expect(seen('محمد · 12 km, 5', 'ltr')).toEqual([`${turned('محمد')} · 12 km, 5`])
    expect(seen('Buyer: شركة النور, 12 Main St', 'ltr')).toEqual([`Buyer: ${turned('شركة النور')}, 12 Main St`])
  })

  it('is no wider than it may be, and begins where its text begins', () => {
    expect(seen('one two three', 'auto', 7)).toEqual(['one two', 'three'])
    expect(seen('18 km/h Aus/Über', 'auto', 5)).toEqual(['18', 'km/h', 'Aus/', 'Über'])
    expect(seen('abcdefghij kl', 'auto', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl'])
    expect(seen('שלום כהן לוי', 'auto', 8)).toEqual([turned('שלום כהן'), turned('לוי')])
    expect(seen('abc שלום כהן', 'auto', 8)).toEqual([`abc ${turned('שלום')}`, turned('כהן')])
    expect(seen('a\n\nb')).toEqual(['a', '', 'b'])
    expect(seen('')).toEqual([''])
  })
})
