import { readImeis } from './read-imeis.js'

const ONE = '352625698104217'
const TWO = '352625698104225'

describe('IMEIs as they are typed, pasted or scanned', () => {
  it('G-70 takes one a line, parted by commas, in groups, or one after the other', () => {
    const texts = [`${ONE}\n${TWO}\n`, `${ONE}, ${TWO}`, `352 625 698 104 217\r\n352-625-698-104-225`, `${ONE} ${TWO}`]
    for (const text of texts) expect(readImeis(text)).toEqual({ imeis: [ONE, TWO], repeated: 0, wrong: [], reasons: [] })
  })

  it('G-70 counts what stands there twice and keeps apart what is no IMEI', () => {
    expect(readImeis(`${ONE}\n${ONE}\n12345\nABC 1;${TWO}`)).toEqual({
      imeis: [ONE, TWO],
      repeated: 1,
      wrong: ['12345', 'ABC 1'],
      reasons: [],
    })
  })

  it('finds nothing in an empty text', () => {
    expect(readImeis(' \n ')).toEqual({ imeis: [], repeated: 0, wrong: [], reasons: [] })
  })

  it.each([
    ['a column of Excel with its head', `IMEI\r\n${ONE}\t\r\n${TWO}\t\r\n\t\r\n`],
    ['thousands signs of Germany', '352.625.698.104.217\n352.625.698.104.225'],
    ['thousands signs of England, one a line', '352,625,698,104,217\n352,625,698,104,225'],
    ['decimals', `${ONE},00\n${TWO}.0`],
    ['scientific form with all digits', '3,52625698104217E+14\n3.52625698104225E+14'],
    ['apostrophes and quotes', `'${ONE}\n"${TWO}"`],
    ['formulas', `="${ONE}"\n="${TWO}"`],
    ['blanks of other widths and marks that nobody sees', `352\u00A0625\u202F698 104 217\n\u200E${TWO}\u200B`],
    ['one after the other by a hand scanner', `${ONE}${TWO}`],
    ['bars between them, and what labels write before', `IMEI1: ${ONE} | IMEI 2: ${TWO}`],
    ['groups in one line', '352 625 698 104 217 352 625 698 104 225'],
    ['thousands signs in one line', '352.625.698.104.217 352.625.698.104.225'],
    ['full width', `${ONE.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))}\n${TWO}`],
  ])('understands %s', (_, text) => {
    expect(readImeis(text)).toEqual({ imeis: [ONE, TWO], repeated: 0, wrong: [], reasons: [] })
  })

  it.each([
    ['3,52626E+14', [{ fault: 'shortened' }]],
    ['12345678901237', [{ fault: 'fourteen', withZero: '012345678901237' }]],
    ['3526256981042170', [{ fault: 'with-version', count: 16 }]],
    ['#NV', [{ fault: 'error-value' }]],
    ['3526256981042170 35262569810421', [{ fault: 'several' }]],
    ['12345', []],
  ])('says why %j is none', (text, reasons) => {
    expect(readImeis(`${ONE}\n${text}`)).toEqual({ imeis: [ONE], repeated: 0, wrong: [text], reasons })
  })
})
