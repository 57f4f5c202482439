import { cutTo, firstLetter } from './letters.js'

it.each([
  ['Ada', 'A'],
  ['🚲 Rad', '🚲'],
  ['👩\u200D👧 Team', '👩\u200D👧'],
  ['Q\u0301a', 'Q\u0301'],
  ['שלום', 'ש'],
  ['', ''],
])('the first letter of %j is %j', (text, letter) => expect(firstLetter(text)).toBe(letter))

it.each([
  ['Rad 7', 3, 'Rad'],
  ['Rad', 30, 'Rad'],
  ['ab🚲', 3, 'ab'],
  ['ab🚲', 4, 'ab🚲'],
])('%j is cut to %i as %j', (text, most, cut) => expect(cutTo(text, most)).toBe(cut))
