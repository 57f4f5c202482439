import { hasLuhnDigit, isImei, luhnDigit } from './imei.js'

describe('IMEI', () => {
  it('is exactly 15 digits', () => {
    expect(isImei('356307042441013')).toBe(true)
    expect(isImei('35630704244101')).toBe(false)
    expect(isImei('3563070424410130')).toBe(false)
    expect(isImei('35630704244101x')).toBe(false)
    expect(isImei(' 356307042441013')).toBe(false)
    expect(isImei('٣٥٦٣٠٧٠٤٢٤٤١٠١٣')).toBe(false)
  })

  it('tells a right check digit from a wrong one', () => {
    expect(hasLuhnDigit('490154203237518')).toBe(true)
    expect(hasLuhnDigit('490154203237519')).toBe(false)
    expect(hasLuhnDigit('490145203237518')).toBe(false)
    expect(hasLuhnDigit('')).toBe(false)
  })

  it('computes the check digit', () => {
    expect(luhnDigit('49015420323751')).toBe('8')
  })
})
