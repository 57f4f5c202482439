import { demoDays } from './demo-days.js'

describe('DEMO_DAYS', () => {
  it('is 90 where it is not set', () => {
    expect([undefined, ''].map((said) => demoDays(said))).toEqual([90, 90])
  })

  it('may be fewer', () => {
    expect(['8', '14', '90'].map(demoDays)).toEqual([8, 14, 90])
  })

  it.each(['7', '0', '-14', '91', '14.5', 'two weeks', '1e9'])('refuses %s and says what is allowed', (said) => {
    expect(() => demoDays(said)).toThrow(`DEMO_DAYS is ${said}, but must be a number of days from 8 to 90`)
  })
})
