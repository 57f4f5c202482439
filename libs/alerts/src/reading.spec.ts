import { showsPowerCut, showsTamper } from './reading.js'

describe('the alarms of a message', () => {
  it.each([
    ['powerCut', true, false],
    ['powerCut,vibration', true, false],
    ['overspeed, mainPowerOff', true, false],
    ['vibration,tampering', undefined, true],
    ['removing,powerCut', true, true],
    ['powerRestored,vibration', false, false],
    ['vibration,overspeed', undefined, false],
    ['notAPowerCut', undefined, false],
    ['powerCutter,untampered', undefined, false],
    [undefined, undefined, false],
  ])('%s are heard one by one: a power cut %s, tampering %s', (alarm, isCut, isTampered) => {
    const reading = { at: 0, ...(alarm !== undefined && { alarm }) }
    expect([showsPowerCut(reading), showsTamper(reading)]).toEqual([isCut, isTampered])
  })
})
