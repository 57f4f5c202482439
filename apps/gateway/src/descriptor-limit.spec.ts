import { createLogger, readConfiguration } from '@roadbook/platform'
import { fitToDescriptors } from './descriptor-limit.js'
import { gatewayShape, limitsOf } from './limits.js'

const limits = limitsOf(readConfiguration(gatewayShape, {}))
const logger = createLogger('test', 'silent')

describe('the limit of descriptors', () => {
  it('F14 leaves room for what is no tracker, and lets strangers take a fifth at most', () => {
    const fitted = fitToDescriptors(limits, logger, { descriptors: 256 })
    expect(fitted.connections).toBeLessThan(200)
    expect(fitted.connections).toBeGreaterThan(100)
    expect(fitted.beforeLogin).toBeLessThanOrEqual(fitted.connections / 4)
  })

  it('changes nothing where there are enough', () => {
    expect(fitToDescriptors(limits, logger, { descriptors: 20_000 })).toEqual(limits)
    expect(fitToDescriptors(limits, logger, { descriptors: Infinity })).toEqual(limits)
  })

  it('leaves room for the connections of forwarding servers', () => {
    const { connections } = fitToDescriptors(limits, logger, { descriptors: 1_024 })
    expect(fitToDescriptors(limits, logger, { descriptors: 1_024, others: 200 }).connections).toBe(connections - 200)
  })
})
