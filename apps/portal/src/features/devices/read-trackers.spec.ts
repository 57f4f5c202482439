import { readTrackers } from './read-trackers.js'

const [ONE, TWO] = ['352625698104217', '352625698104225']

describe('trackers with what they call themselves', () => {
  it.each([
    ['tab', `${ONE}\t9172345678`],
    ['semicolon', `${ONE};9172345678`],
    ['comma', `${ONE}, 9172345678`],
    ['blank', `${ONE} 9172345678`],
    ['the other order', `9172345678\t${ONE}`],
    ['a spreadsheet', `="${ONE}"\t9172345678,00`],
    ['heads', `IMEI\tSerial number\n${ONE}\t9172345678`],
    ['heads the other way round', `Own name;IMEI\n9172345678;${ONE}`],
  ])('are read with %s between them', (_, text) => {
    expect(readTrackers(text)).toMatchObject({ trackers: [{ imei: ONE, tracker_id: '9172345678' }], named: 1, wrong: [] })
  })

  it('may stand beside some that have none', () => {
    expect(readTrackers(`${ONE}\tbike-7\n${TWO}\t\n352.625.698.104.233`).trackers).toEqual([
      { imei: ONE, tracker_id: 'bike-7' },
      { imei: TWO },
      { imei: '352625698104233' },
    ])
  })

  it('are IMEIs alone where nothing else stands there', () => {
    const text = `${ONE}, ${TWO}\n${ONE} ${TWO}\n4711`
    expect(readTrackers(text)).toMatchObject({ trackers: [{ imei: ONE }, { imei: TWO }], named: 0, repeated: 2, wrong: ['4711'] })
  })

  it('have one name: another one beside the same IMEI is left out, and said', () => {
    const text = `${ONE}\t9172345678\n${ONE}\t9172345678\n${ONE};9172345679\n${ONE}`
    expect(readTrackers(text)).toMatchObject({
      trackers: [{ imei: ONE, tracker_id: '9172345678' }],
      named: 1,
      repeated: 2,
      wrong: [`${ONE};9172345679`],
    })
  })

  it('are left out whole where the number lost digits, or is a damaged IMEI', () => {
    const { trackers, wrong, reasons } = readTrackers(`${ONE}\t9,17E+11\n${TWO}\t35262569810423`)
    expect(trackers).toEqual([{ imei: TWO }])
    expect(wrong).toEqual([`${ONE}\t9,17E+11`, '35262569810423'])
    expect(reasons.map(({ fault }) => fault)).toEqual(['shortened', 'fourteen'])
  })
})
