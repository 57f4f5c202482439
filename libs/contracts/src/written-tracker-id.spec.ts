import { isTrackerId, writtenTrackerId } from './written-tracker-id.js'

describe('what a tracker calls itself', () => {
  it.each([
    ['9172345678', '9172345678'],
    [' 9172345678\t', '9172345678'],
    ['="013800000001"', '013800000001'],
    ["'013800000001", '013800000001'],
    ['917234567801,00', '917234567801'],
    ['917234567801.0', '917234567801'],
    ['bike_7.a-b', 'bike_7.a-b'],
  ])('is read from %j', (text, trackerId) => expect(writtenTrackerId(text)).toEqual({ trackerId }))

  it.each([
    ['9,17E+11', 'shortened'],
    ['########', 'too-narrow'],
    ['#N/A', 'error-value'],
    ['bike 7', 'not-one'],
    ['', 'not-one'],
    ['123456789012345678901', 'not-one'],
    ['352625698104217', 'not-one'],
    ['353599000000000', 'not-one'],
    ['352625698104217.0', 'not-one'],
    ['352625698104217,00', 'not-one'],
  ])('is not read from %j: %s', (text, fault) => expect(writtenTrackerId(text)).toEqual({ fault }))

  it('is no IMEI, however that is written', () => {
    expect(['352625698104217', '352625698104217.0', '35-262569-810421-7', '9172345678'].map(isTrackerId)).toEqual([
      ...[false, false, false, true],
    ])
  })
})
