import { readImeis } from './read-imeis.js'

const ONE = '352625698104217'
const TWO = '352625698104225'

describe('IMEIs as they are typed, pasted or scanned', () => {
  it('G-70 takes one a line, parted by commas, in groups, or one after the other', () => {
    const texts = [`${ONE}\n${TWO}\n`, `${ONE}, ${TWO}`, `352 625 698 104 217\r\n352-625-698-104-225`, `${ONE} ${TWO}`]
    for (const text of texts) expect(readImeis(text)).toEqual({ imeis: [ONE, TWO], repeated: 0, wrong: [] })
  })

  it('G-70 counts what stands there twice and keeps apart what is no IMEI', () => {
    expect(readImeis(`${ONE}\n${ONE}\n12345\nABC 1;${TWO}`)).toEqual({
      imeis: [ONE, TWO],
      repeated: 1,
      wrong: ['12345', 'ABC 1'],
    })
  })

  it('finds nothing in an empty text', () => {
    expect(readImeis(' \n ')).toEqual({ imeis: [], repeated: 0, wrong: [] })
  })
})
