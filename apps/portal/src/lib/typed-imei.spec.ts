import { typedImei } from './typed-imei.js'

describe('an IMEI that is typed into a search', () => {
  it.each([
    ['104217', '104217'],
    ['104 2', '1042'],
    ['352625698104217', '352625698104217'],
    ['352.625.698.104.217', '352625698104217'],
    ['352625698104217,00', '352625698104217'],
    ['3,52625698104217E+14', '352625698104217'],
    ["'352625698104217\t", '352625698104217'],
    ['="352625698104217"', '352625698104217'],
    ['35262569810421 7 99', '352625698104217'],
    ['352625698000000', '352625698000000'],
  ])('%j means %j', (text, digits) => {
    expect(typedImei(text)).toEqual({ digits, isShortened: false })
  })

  it.each(['3,52626E+14', '3.5E+14'])('%j has lost its digits', (text) => {
    expect(typedImei(text)).toEqual({ digits: '', isShortened: true })
  })
})
