import { readSpeedUnit, readUtcOffset } from './device-settings.js'

describe('a zone as people write it', () => {
  it.each([
    ['480', 480],
    ['-420', -420],
    ['−420', -420],
    ['+60', 60],
    ['0', 0],
    ['60,0', 60],
    ['60.00', 60],
    ['-30,0', -30],
    ['+05:30', 330],
    ['-3:30', -210],
    ['UTC+8', 480],
    ['gmt -7', -420],
    ['UTC+05:45', 345],
  ])('is read: %s', (text, minutes) => expect(readUtcOffset(text)).toBe(minutes))

  it.each(['8', '+8', '-7', '900', '-721', '+15:00', 'UTC+15', '05:30', '1,5', '1,0', '60,5', '60.', 'CET', '+05:75', ''])(
    'is not guessed: %s',
    (text) => expect(readUtcOffset(text)).toBeUndefined(),
  )
})

describe('a unit of speed as people write it', () => {
  it.each([
    ['km/h', 'km/h'],
    ['KMH', 'km/h'],
    ['knots', 'kn'],
    ['m/s', 'm/s'],
    ['MPH', 'mph'],
    ['furlongs', undefined],
    ['', undefined],
  ])('is read: %s', (text, unit) => expect(readSpeedUnit(text)).toBe(unit))
})
