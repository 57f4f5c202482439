import fc from '@roadbook/testing/property'

/** Texts that have caused errors in parsers, databases and calendars. */
const TEXTS = [
  ...['', ' ', 'a', '0', '-1', '1e9', '0x1F', 'NaN', 'Infinity', 'null', 'true', '٣', '2147483648', '99999999999999999999'],
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    '\u200b',
    '\ufeff',
    '😀',
    'Å',
    '%',
    '%00',
    '%zz',
    '\\',
    '\n',
    '\t',
    '"',
    "'",
    '`',
  ],
  ...["'; DROP TABLE users;--", '${7*7}', '../../etc/passwd', '<b>a</b>', '=1+1', '__proto__', 'constructor', 'toString'],
  ...['2025-02-30', '2025-13-01', '0001-01-01', '9999-12-31', '2026-10-25T02:30:00', '24:00', '1970-01-01T00:00:00Z'],
  ...['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '2025-06-31'],
  ...[
    '2016-12-31T23:59:60Z',
    '2025-06-01T10:00:00+99:99',
    'Europe/Amsterdam',
    'Mars/Olympus',
    'http://[::1',
    'a@b',
    ';;',
    ':',
    ',',
  ],
  ...['id:=', 'name:like', 'x'.repeat(300), 'é'.repeat(1_000), '{}', '[]', '[[[[', '{"a":', '0-0', 'asc', 'json', 'csv'],
]

const NUMBERS = [
  ...[0, -0, 1, -1, 0.5, -90.1, 180.000_01, 1e-300, 1e15, 1e308, -1e308, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1],
  ...[2 ** 53, -(2 ** 53), 2 ** 63, 4_294_967_296],
]

export const strangeText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

const deep = (depth: number): unknown => (depth === 0 ? [] : [deep(depth - 1)])
const proto = JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}') as unknown

/** Arbitrary JSON value. No schema expects such a value. */
export const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: strangeText },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, {}, [], [null], [[]], { a: null }, deep(200), proto) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom<unknown>(1, 1, 'a', null, '2025-02-30'), { maxLength: 2_000, size: 'max' }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
