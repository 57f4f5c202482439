import { supportLine } from './layout.js'
import { translator } from './texts.js'

describe('whom the sign-in pages name for help', () => {
  const said = (phone: string, email: string) => supportLine({ support: { phone, email }, t: translator('en') }).markup

  it('is who the operator named, by phone, by mail or both', () => {
    expect(said('+31 20 1', 'help@fleet.example')).toMatch(/Call .*tel:\+31201.* or write to .*mailto:help@fleet\.example/s)
    expect(said('+31 20 1', '')).toMatch(/Call .*tel:\+31201/s)
    expect(said('+31 20 1', '')).not.toContain('mailto:')
    expect(said('', 'help@fleet.example')).toMatch(/Write to .*mailto:help@fleet\.example/s)
    expect(said('', 'help@fleet.example')).not.toContain('tel:')
  })

  it('is nobody where the operator named nobody', () => {
    expect(said('', '')).toBe('')
  })
})
