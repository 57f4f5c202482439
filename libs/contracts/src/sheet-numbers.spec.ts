import { type DecimalSign, readNumbers } from './sheet-numbers.js'

const NBSP = '\u00A0'
const NARROW = '\u202F'
const THIN = '\u2009'
const valuesOf = (cells: string[], said?: DecimalSign) =>
  readNumbers(cells, said).map((read) => (read && !read.fault ? read.value : (read?.fault ?? null)))

describe('numbers of a column', () => {
  it.each([
    [
      ['12345', '0', '007'],
      [12_345, 0, 7],
    ],
    [['12.345,6'], [12_345.6]],
    [['12,345.6'], [12_345.6]],
    [['1.234.567'], [1_234_567]],
    [['1,234,567'], [1_234_567]],
    [['12,34,567'], [1_234_567]],
    [
      ['12,5', '7,25', '1,2345'],
      [12.5, 7.25, 1.2345],
    ],
    [
      ['12.5', '7.0'],
      [12.5, 7],
    ],
    [
      ['0,345', '00,345'],
      [0.345, 0.345],
    ],
    [[',5'], [0.5]],
    [['12345,678'], [12_345.678]],
    [
      ['12 345', `12${NBSP}345`, `12${NARROW}345`, `1${THIN}234${THIN}567`],
      [12_345, 12_345, 12_345, 1_234_567],
    ],
    [
      ["12'345.6", '12’345'],
      [12_345.6, 12_345],
    ],
    [[`12${NBSP}345,678`], [12_345.678]],
    [['１２３４５'], [12_345]],
    [['\u200B12345\u200E'], [12_345]],
    [['+12345'], [12_345]],
    [
      ['', ' ', '7'],
      [null, null, 7],
    ],
  ])('%j tell what they are', (cells, values) => {
    expect(valuesOf(cells)).toEqual(values)
  })

  it.each([
    [
      ['12.345', '1.234.567'],
      [12_345, 1_234_567],
    ],
    [
      ['12.345', '7,5'],
      [12_345, 7.5],
    ],
    [
      ['12.345', '1.234,50'],
      [12_345, 1_234.5],
    ],
    [
      ['12.345', '7.5'],
      [12.345, 7.5],
    ],
    [
      ['12,345', '7.5'],
      [12_345, 7.5],
    ],
    [
      ['12,345', '0,345'],
      [12.345, 0.345],
    ],
    [
      ['12,345', '1,234,567'],
      [12_345, 1_234_567],
    ],
    [
      ['12.345', "12'345.6"],
      [12.345, 12_345.6],
    ],
    [
      ['12.345 km', '7,5 km'],
      [12_345, 7.5],
    ],
  ])('%j are read by what another cell tells', (cells, values) => {
    expect(valuesOf(cells)).toEqual(values)
  })

  it.each([
    [['12.345'], ['unclear']],
    [
      ['12,345', '98765', ''],
      ['unclear', 98_765, null],
    ],
    [
      ['1.234', '56.789', '7'],
      ['unclear', 'unclear', 7],
    ],
    [
      ['12.345', '12 345'],
      ['unclear', 12_345],
    ],
    [['123.456 km'], ['unclear']],
  ])('%j stay open without one', (cells, values) => {
    expect(valuesOf(cells)).toEqual(values)
  })

  it('of such a cell both readings are known', () => {
    expect(readNumbers(['12.045 km'])).toEqual([
      { fault: 'unclear', sign: '.', unit: 'km', whole: '12045', decimal: { units: '12', fraction: '045' } },
    ])
  })

  it.each<[string[], DecimalSign, unknown[]]>([
    [['12.345'], ',', [12_345]],
    [['12.345'], '.', [12.345]],
    [['12,345', '7,5'], ',', [12.345, 7.5]],
    [['12,345', '7,5'], '.', [12_345, 'contradicts']],
    [['1.234.567', '7.5'], ',', [1_234_567, 'contradicts']],
    [['12.345', '7,5', '8.5'], '.', [12.345, 'contradicts', 8.5]],
  ])('%j are read with %j as decimal sign, where that was said', (cells, said, values) => {
    expect(valuesOf(cells, said)).toEqual(values)
  })

  it.each([
    [
      ['7,5', '7.5', '12'],
      ['contradicts', 'contradicts', 12],
    ],
    [
      ['1.234.567', '8.5', '12.345'],
      ['contradicts', 'contradicts', 'unclear'],
    ],
    [
      ['1.234,5', '1,234.5'],
      ['contradicts', 'contradicts'],
    ],
    [
      ["12'345.6", '1,5'],
      ['contradicts', 'contradicts'],
    ],
    [
      ['0.345', '0,345'],
      ['contradicts', 'contradicts'],
    ],
  ])('%j contradict one another, and none is taken', (cells, values) => {
    expect(valuesOf(cells)).toEqual(values)
  })

  it('names a cell that says the opposite', () => {
    expect(readNumbers(['7,5', '8,5', '7.25'])).toEqual([
      { fault: 'contradicts', other: '7.25' },
      { fault: 'contradicts', other: '7.25' },
      { fault: 'contradicts', other: '7,5' },
    ])
  })

  it.each([
    'far',
    '-5',
    '12-13',
    '12.34.567',
    '1.234,567,8',
    '12,345.6.7',
    '1 23',
    '12.',
    '1,23.456,7',
    "1'2",
    '12..5',
    '1 234.567.890',
  ])('%j is none', (cell) => {
    expect(valuesOf([cell])).toEqual(['not-number'])
  })

  it.each([
    ['12345km', 12_345, 'km'],
    ['12 345 km', 12_345, 'km'],
    [`7500${NBSP}mi`, 7_500, 'mi'],
    ['12345000 m', 12_345_000, 'm'],
    ['7500,5 Meilen', 7_500.5, 'Meilen'],
    ['7 leagues', 7, 'leagues'],
    ['12 km/h', 12, 'km/h'],
  ])('%j has a unit behind it', (cell, value, unit) => {
    expect(readNumbers([cell])).toEqual([{ value, unit }])
  })
})
