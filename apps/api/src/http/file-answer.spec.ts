import { forFileName } from './file-answer.js'

describe('a part of a file’s name', () => {
  it.each([
    ['Rad 7', 'Rad-7'],
    ['B-XY 12', 'B-XY-12'],
    ['Müller & Söhne', 'Muller-Sohne'],
    ['Łukasz Straße Ærø ÆRØ', 'Lukasz-Strasse-AEro-AERO'],
    ['Đorđe Iğdır œuf', 'Dorde-Igdir-oeuf'],
    ['../../etc', 'etc'],
    ['🚲', ''],
  ])('of %j is %j', (words, part) => expect(forFileName(words)).toBe(part))
})
