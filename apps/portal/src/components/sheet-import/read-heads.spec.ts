import { guessMapping, readHeads } from './read-heads.js'

describe('the columns of a sheet', () => {
  it('T-19 reads heads parted by comma, semicolon or tab, quoted or not, after a byte order mark', () => {
    expect(readHeads('\uFEFFIMEI;Naam;"Model, type"\r\n352625698104217;A;B')).toEqual(['IMEI', 'Naam', 'Model, type'])
    expect(readHeads('imei\ttitle')).toEqual(['imei', 'title'])
    expect(readHeads('imei;Model, type;Price "net"\n')).toContain('Model, type')
    expect(readHeads('sep=;\r\nIMEI;Naam, kort\r\n1;x')).toEqual(['IMEI', 'Naam, kort'])
    expect(readHeads('\r\n;;\r\nIMEI;Naam;\r\n1;x;')).toEqual(['IMEI', 'Naam'])
    expect(readHeads('Rad 28";"Kilometer\r\nstand";\u00A0Typ\n')).toEqual(['Rad 28"', 'Kilometer stand', 'Typ'])
    expect(readHeads('')).toEqual([])
  })

  it('T-19 guesses which column holds what, and leaves open what it cannot know', () => {
    const known = { imei: ['imei number'], title: ['naam'], model: ['type', 'typ'], iccid: ['sim'] }
    const guess = guessMapping(['Imei\u00A0', 'Naam', 'Typ', 'Kleur'], known)
    expect(guess).toEqual({ imei: 'Imei\u00A0', title: 'Naam', model: 'Typ', iccid: '' })
  })

  it.each(['Odometer (mi)', 'odometer_m', 'Kilometerstand, km', 'Tacho [km]', 'Kilometerstand\u00A0'])(
    'T-19 knows the odometer by the head %j, whatever its unit',
    (head) => {
      const known = { name: ['naam'], odometer_km: ['odometer', 'kilometerstand', 'tacho'] }
      expect(guessMapping(['Name', 'Model (m)', head], known, 'odometer_km')).toEqual({ name: 'Name', odometer_km: head })
    },
  )
})
