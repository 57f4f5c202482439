import { createLogger, readConfiguration } from '@roadbook/platform'
import { limitsOf, gatewayShape } from '../limits.js'
import { createGatewayMetrics } from '../metrics.js'
import { Door } from './door.js'

describe('the door', () => {
  it('F14 says once a second how many it refused, however hard it is knocked at', () => {
    const logger = createLogger('gateway', 'silent')
    const warn = jest.spyOn(logger, 'warn')
    const limits = { ...limitsOf(readConfiguration(gatewayShape, {})), connections: 0 }
    let now = 1_000_000
    const door = new Door({ limits, metrics: createGatewayMetrics(), logger, now: () => now })
    const knock = (times: number) => {
      for (let time = 0; time < times; time++) expect(door.enter(() => false)).toBe(false)
    }
    knock(300)
    now += 999
    knock(300)
    now += 1
    knock(300)
    expect(warn.mock.calls.map(([said]) => (said as { refused: number }).refused)).toEqual([1, 600])
  })
})
