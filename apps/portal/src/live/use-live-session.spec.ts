import { liveUrl } from './use-live-session.js'

describe('where the live channel is', () => {
  it('R-364 is told by the settings of each environment', () => {
    expect(liveUrl('wss://live.acceptance.example/api/v1/live', { protocol: 'https:', host: 'acc.roadbook.example' })).toBe(
      'wss://live.acceptance.example/api/v1/live',
    )
  })

  it.each([
    ['https:', 'wss://portal.example/api/v1/live'],
    ['http:', 'ws://portal.example/api/v1/live'],
  ])('is otherwise the host that the portal came from (%s)', (protocol, url) => {
    expect(liveUrl(null, { protocol, host: 'portal.example' })).toBe(url)
  })
})
