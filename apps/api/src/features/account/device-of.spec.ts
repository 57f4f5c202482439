import { deviceOf } from './device-of.js'

describe('the device of a session (S8)', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
      { browser: 'Firefox', system: 'Windows', device: 'desktop' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      { browser: 'Safari', system: 'iOS', device: 'mobile' },
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      { browser: 'Chrome', system: 'Android', device: 'tablet' },
    ],
    ['', { browser: null, system: null, device: 'other' }],
    ['curl/8.5.0', { browser: null, system: null, device: 'other' }],
  ])('S8 is named from %j', (userAgent, expected) => {
    expect(deviceOf(userAgent)).toEqual(expected)
  })
})
