import { readDevices } from './devices-import.js'

describe('a file of trackers', () => {
  it('is read with commas or semicolons, any order of columns, and IMEIs in groups', () => {
    const rows = [{ imei: '352625698104217', title: 'CG-042' }]
    expect(readDevices('imei,title\n352 625 698 104 217,CG-042\n')).toEqual({ rows, problems: [] })
    expect(readDevices('\ufeffTitle;IMEI\nCG-042;352625698104217\n')).toEqual({
      rows: [{ title: 'CG-042', imei: '352625698104217' }],
      problems: [],
    })
  })

  it('names each wrong line and what is allowed', () => {
    const { problems } = readDevices('imei\n352625698104217\n35262569810421\n352625698104217\n')
    expect(problems).toEqual([
      { line: 3, message: '"35262569810421" is no IMEI: 15 digits' },
      { line: 4, message: '352625698104217 stands on line 2 already' },
    ])
  })

  it('refuses columns that it does not know', () => {
    expect(readDevices('imei,owner\n352625698104217,me\n').problems).toEqual([
      { line: 1, message: 'the columns are imei, title, description, model, iccid; imei is required; not owner' },
    ])
  })
})
