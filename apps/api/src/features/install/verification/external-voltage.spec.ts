import { PROTOCOLS } from '@roadbook/protocols'
import { tellsVoltage } from './external-voltage.js'

/** Protocols whose simulated trackers send the voltage of the vehicle in their usual report. */
const telling = PROTOCOLS.filter(({ tracker }) => tracker && !tracker.omits?.includes('externalBatteryMv'))

describe('trackers that tell the voltage of the vehicle', () => {
  it.each(PROTOCOLS.map(({ name }) => name))('G-57 %s is one of which it is known', (name) => {
    const isTelling = telling.some((protocol) => protocol.name === name)
    expect(isTelling ? ['always', 'some'] : ['some', 'never']).toContain(tellsVoltage(name))
  })

  it('G-57 expects nothing of a tracker that never connected or speaks something new', () => {
    expect([tellsVoltage(null), tellsVoltage('new')]).toEqual(['some', 'some'])
  })
})
