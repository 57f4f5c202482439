import { FixValidity, type Fix } from '@roadbook/contracts'
import { Conversation } from '../testing/conversation.js'
import { gps103 } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const IMEI = '860000000000017'
const converse = (text: string) => new Conversation(gps103, NOW).push(Buffer.from(text, 'latin1'))
const fixesOf = (text: string): Fix[] => converse(text).said.flatMap((one) => ('fixes' in one && one.fixes) || [])
const report = (keyword: string, clock = '250514092105', utc = '072105.000', rest = '0.00,0') =>
  `imei:${IMEI},${keyword},${clock},,F,${utc},A,5222.1294,N,00453.7101,E,${rest};`

describe('a keyword', () => {
  it.each([
    ['help me', 'sos'],
    ['low battery', 'lowBattery'],
    ['stockade', 'geofence'],
    ['move', 'movement'],
    ['speed', 'overspeed'],
    ['ac alarm', 'powerCut'],
    ['door alarm', 'door'],
    ['sensor alarm', 'vibration'],
    ['accident alarm', 'accident'],
    ['DTC', 'fault'],
    ['T:-04', 'temperature'],
    ['tracker', undefined],
    ['001', undefined],
  ])('%s is the alarm %s', (keyword, alarm) => {
    expect(fixesOf(report(keyword))[0]?.attributes?.alarm).toBe(alarm)
  })

  it.each([
    ['acc on', { ignition: true }],
    ['acc off', { ignition: false }],
    ['T:+28.5', { attributes: { temperatureC: 28.5 } }],
    ['oil 57.5%', { attributes: { fuelPercent: 57.5 } }],
    ['jt', { attributes: { oilCut: true } }],
    ['kt', { attributes: { oilCut: false } }],
  ])('%s brings its value', (keyword, expected) => {
    expect(fixesOf(report(keyword))[0]).toMatchObject(expected)
  })

  it('of two letters that ends in t answers a command', () => {
    expect(converse(report('jt')).said).toMatchObject([{ kind: 'commandReply', text: 'jt' }])
    expect(converse(`imei:${IMEI},kt,;`).said).toMatchObject([{ kind: 'commandReply', text: 'kt', identity: IMEI }])
  })

  it('for help is not answered: stopping it is an operator’s decision', () => {
    expect(converse(report('help me')).said[0]).not.toHaveProperty('reply')
  })
})

describe('the two clocks', () => {
  it.each([
    ['ahead over midnight', '250515003015', '223015.000', Date.UTC(2025, 4, 14, 22, 30, 15)],
    ['behind over midnight', '250514203000', '023000.000', Date.UTC(2025, 4, 15, 2, 30)],
    ['without seconds', '2505140921', '072105.250', Date.UTC(2025, 4, 14, 7, 21, 5, 250)],
    ['with separators', '25/05/14 09:21', '072105.000', Date.UTC(2025, 4, 14, 7, 21, 5)],
  ])('%s give one time', (_, local, utc, expected) => {
    expect(fixesOf(report('tracker', local, utc))[0]?.positionedAt).toBe(expected)
  })

  it('teach the zone for reports that have only the local one', () => {
    const cell = `imei:${IMEI},tracker,250514093000,,L,,,20F5,,145D,,,;`
    const [, fix] = fixesOf(report('tracker') + cell)
    expect(fix).toEqual({
      positionedAt: Date.UTC(2025, 4, 14, 7, 30),
      validity: FixValidity.noFix,
      attributes: { lac: 0x20f5, cellId: 0x145d },
    })
  })

  it('are no time when the device never knew one', () => {
    expect(fixesOf(report('tracker', '0000000119', ''))[0]).toMatchObject({
      positionedAt: NOW,
      validity: FixValidity.unknownTime,
    })
  })
})

describe('a report', () => {
  it('may have its hemispheres in front', () => {
    const [fix] = fixesOf(`imei:${IMEI},tracker,250514092105,53.0,F,072105.000,A,S,2333.0312,W,04637.9986,10.0,,3.5,;`)
    expect(fix).toMatchObject({ speedKph: 18.52, altitudeM: 3.5, attributes: { field3: '53.0' } })
    expect(fix?.latitude).toBeCloseTo(-23.55052, 6)
    expect(fix?.longitude).toBeCloseTo(-46.63331, 5)
  })

  it('may have a sign in place of its hemisphere, and lack zeros', () => {
    const [fix] = fixesOf(`imei:${IMEI},tracker,250514092105,,F,072105.000,A,-2333.0312,,-452.1234,,10.0,,;`)
    expect(fix?.latitude).toBeCloseTo(-23.55052, 6)
    expect(fix?.longitude).toBeCloseTo(-4.868723, 6)
  })

  it('brings the vehicle', () => {
    expect(fixesOf(report('tracker', undefined, undefined, '12.42,271.00,4.1,1,0,87.5%,12.0%,-3'))[0]).toMatchObject({
      heading: 271,
      altitudeM: 4.1,
      ignition: true,
      attributes: { doorOpen: false, fuel1Percent: 87.5, fuel2Percent: 12, temperatureC: -3 },
    })
  })

  it('brings the battery of portable models, a driver’s card and a phone number in the same place', () => {
    const fourth = (keyword: string, text: string) => fixesOf(report(keyword).replace(`,,F,`, `,${text},F,`))[0]
    expect(fourth('tracker', '80%')?.batteryPercent).toBe(80)
    expect(fourth('rfid', '0A1B2C')?.attributes?.driverUniqueId).toBe('0A1B2C')
    expect(fourth('tracker', '+31600000000')?.attributes?.phone).toBe('+31600000000')
  })

  it('of the engine has kilometres and the vehicle’s battery', () => {
    const [fix] = fixesOf(`imei:${IMEI},OBD,250514092805,45210,6.1,5.9,812,48,31.2%,88,14.5%,1850,14.1,P0420,P0171,,;`)
    expect(fix).toMatchObject({
      odometerM: 45_210_000,
      externalBatteryMv: 14_100,
      attributes: { rpm: 1850, coolantTemperatureC: 88, throttlePercent: 14.5, dtcs: 'P0420 P0171' },
    })
  })

  it('without a fix may leave its coordinates empty', () => {
    const [fix] = fixesOf(`imei:${IMEI},tracker,250514092105,,F,072105.000,V,,,,,0.00,,,1;`)
    expect(fix).toMatchObject({ positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5), validity: FixValidity.noFix, ignition: true })
  })

  it('with coordinates that are none is a content error', () => {
    expect(converse(report('tracker').replace('5222', '5299')).said).toMatchObject([{ kind: 'decodeError', cause: 'content' }])
  })
})

describe('what is no reading', () => {
  const place = 'F,072105.000,A,5222.1294,N,00453.7101,E,0.00,0'

  it.each(['-5%', '-1%', '-0.5%', '-100%', '101%', '255%'])('is a battery of %s', (text) => {
    for (const rest of [place, 'L,,,20F5,,145D,,']) {
      const [fix] = fixesOf(`imei:${IMEI},tracker,250514092105,${text},${rest};`)
      expect(fix).not.toHaveProperty('batteryPercent')
      expect(fix?.attributes?.field3).toBe(text)
    }
  })

  it.each(['-1%', '-0.03%', '100.1%', '101', '255.0%', '6553.5%'])('is a tank that is full to %s', (text) => {
    expect(fixesOf(report('tracker', undefined, undefined, `0,0,,1,0,${text},12.0%,20`))[0]?.attributes).toEqual({
      doorOpen: false,
      fuel2Percent: 12,
      temperatureC: 20,
    })
    expect(fixesOf(report('tracker', undefined, undefined, `0,0,,1,0,12.0%,${text},20`))[0]?.attributes).toEqual({
      doorOpen: false,
      fuel1Percent: 12,
      temperatureC: 20,
    })
    expect(fixesOf(report(`oil ${text}`))[0]?.attributes).toEqual({ alarm: 'fuelLeak', event: `oil ${text}` })
  })

  it.each(['0', '000000', '00000000', '0000000000', '0000000000000000'])('is the card %s of a driver', (card) => {
    const [fix] = fixesOf(`imei:${IMEI},rfid,250514092105,${card},${place};`)
    expect(fix?.attributes).toEqual({ event: 'rfid' })
  })

  it.each([
    [2, '-1', 'odometerM'],
    [7, '-0.5%', 'engineLoadPercent'],
    [7, '120.0%', 'engineLoadPercent'],
    [8, '-41', 'coolantTemperatureC'],
    [8, '+216', 'coolantTemperatureC'],
    [9, '-1%', 'throttlePercent'],
    [9, '255%', 'throttlePercent'],
    [10, '-1', 'rpm'],
    [10, '16383', 'rpm'],
    [10, '65535', 'rpm'],
    [11, '-14.1', 'externalBatteryMv'],
    [11, '0.00', 'externalBatteryMv'],
  ])('is what the engine says in field %d as %s', (at, text, name) => {
    const fields = 'OBD,250514092805,45210,6.1,5.9,812,48,31.2%,88,14.5%,1850,14.1,,,'.split(',')
    const fixOf = () => fixesOf(`imei:${IMEI},${fields.join(',')};`)[0]!
    const { attributes, ...columns } = fixOf()
    fields[at] = text
    const { [name]: _, ...expected } = { ...columns, ...attributes } as Record<string, unknown>
    const { attributes: others, ...rest } = fixOf()
    expect({ ...rest, ...others }).toEqual(expected)
  })

  it.each([
    ['0.90,-1', { hdop: 0.9 }],
    ['0.90,7.5', { hdop: 0.9 }],
    ['0.00,11', { satellites: 11 }],
    ['-1,11', { satellites: 11 }],
    ['-1.00,-1', {}],
  ])('is a HDOP and a number of satellites of %s', (text, expected) => {
    const [fix] = fixesOf(`imei:${IMEI},Van 3,---,------,----,072105,140525,26,1,52.36882,4.89516,047,271,0004,${text},1,1,---,*`)
    expect(fix).toMatchObject({ speedKph: 47, ignition: true, ...expected })
    for (const name of ['hdop', 'satellites']) if (!(name in expected)) expect(fix).not.toHaveProperty(name)
  })
})

describe('the framer', () => {
  it.each([
    ['a line end', `imei:${IMEI},tracker,250514092105,,L,,,20F5,,145D,,\r\n`],
    ['the next frame', `imei:${IMEI},tracker,250514092105,,L,,,20F5,,145D,,`],
    ['the next login', `${IMEI}##,imei:${IMEI},A;`],
  ])('ends a frame at %s', (_, text) => {
    const { said } = converse(`${text}imei:${IMEI},move,250514092105,,L,,,20F5,,145D,,;`)
    expect(said.map(({ kind }) => kind)).not.toContain('decodeError')
    expect(said.length).toBeGreaterThanOrEqual(2)
  })

  it('gives up rubbish and starts again', () => {
    expect(converse(`rubbish,${report('tracker')}`).said).toMatchObject([
      { kind: 'decodeError', cause: 'checksum' },
      { kind: 'packet' },
    ])
  })

  it('needs no end in a datagram', () => {
    expect(gps103.udp!.split(Buffer.from(`${IMEI};imei:${IMEI},tracker`))).toHaveLength(2)
    expect(gps103.udp!.split(Buffer.from(`${IMEI};\r\n`))).toHaveLength(1)
  })
})

describe('a command', () => {
  it.each(['B;**,imei:1,J', 'B*', '#'])('%j is refused', (text) => {
    expect(gps103.commands!.encode({ text, serial: 1 }, { now: NOW, identity: IMEI })).toMatchObject({ kind: 'commandError' })
  })

  it('is read by the simulated tracker', () => {
    const sent = Buffer.from(`**,imei:${IMEI},C,30s`)
    expect(gps103.tracker!.readCommand!(sent)).toEqual({ consumed: sent.length, text: 'C,30s' })
  })
})
