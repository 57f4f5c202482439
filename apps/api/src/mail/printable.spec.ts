import { assertAddress, assertFileName } from './printable.js'

describe('the address of a mail (S12)', () => {
  it.each(['a@b.example', "o'neil+x@mail.example.co.uk", 'jürgen@bücher.example'])('may be %s', (address) => {
    expect(() => assertAddress('to', address)).not.toThrow()
  })

  it.each([
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example\n',
    'a@b.example,c@d.example',
    'a@b.example c@d.example',
    'Name <a@b.example>',
    '"x"@b.example',
    'a@b@c.example',
    'a@',
    '@b.example',
    '',
    'a\u0000@b.example',
    `${'a'.repeat(65)}@b.example`,
  ])('may not be %j', (address) => {
    expect(() => assertAddress('to', address)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
})

describe('the name of an attachment (S12)', () => {
  it.each(['bikes 2026-07.csv', 'Übersicht.csv'])('may be %s', (name) => {
    expect(() => assertFileName('attachment', name)).not.toThrow()
  })

  it.each(['../x.csv', 'a/b.csv', 'a\\b.csv', '.bashrc', '', 'a\r\nb.csv'])('may not be %j', (name) => {
    expect(() => assertFileName('attachment', name)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
})
