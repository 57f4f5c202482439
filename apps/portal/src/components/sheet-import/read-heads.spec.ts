import { guessMapping, readHeads } from './read-heads.js'

describe('the columns of a sheet', () => {
  it('T-19 reads heads parted by comma, semicolon or tab, quoted or not, after a byte order mark', () => {
    expect(readHeads('\uFEFFIMEI;Naam;"Model, type"\r\n352625698104217;A;B')).toEqual(['IMEI', 'Naam', 'Model, type'])
    expect(readHeads('imei\ttitle')).toEqual(['imei', 'title'])
    expect(readHeads('imei;Model, type;Price "net"\n')).toContain('Model, type')
    expect(readHeads('sep=;\r\nIMEI;Naam, kort\r\n1;x')).toEqual(['IMEI', 'Naam, kort'])
    expect(readHeads('\n352625698104217')).toEqual([])
  })

  it('T-19 guesses which column holds what, and leaves open what it cannot know', () => {
    const known = { imei: ['imei number'], title: ['naam'], model: ['type', 'typ'], iccid: ['sim'] }
    const guess = guessMapping(['Imei', 'Naam', 'Typ', 'Kleur'], known)
    expect(guess).toEqual({ imei: 'Imei', title: 'Naam', model: 'Typ', iccid: '' })
  })
})
