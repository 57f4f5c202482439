import { FixValidity, type Fix } from '@roadbook/contracts'
import { Conversation, replyOf } from '../testing/conversation.js'
import { watch } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const ID = '8800000015'
const framed = (content: string, length = content.length) =>
  `[3G*${ID}*${length.toString(16).toUpperCase().padStart(4, '0')}*${content}]`
const hear = (text: string) => new Conversation(watch, NOW).push(Buffer.from(text, 'latin1')).said
const fixOf = (content: string): Fix => hear(framed(content)).flatMap((one) => ('fixes' in one && one.fixes) || [])[0]!
const position = (type: string, status: string, rest = '0,0') =>
  `${type},140525,072105,A,52.368823,N,4.895168,E,12.40,249.5,4.0,6,84,60,120,0,${status},${rest}`

describe('an alarm', () => {
  it.each([
    ['AL', '00010000', 'sos'],
    ['AL_LTE', '00200000', 'fallDown'],
    ['AL', '00400000', 'heartRate'],
    ['AL', '00100008', 'removing'],
    ['AL', '00020000', 'lowBattery'],
    ['AL', '00040000', 'geofenceExit'],
    ['AL', '00080000', 'geofenceEnter'],
    ['AL', '0001', 'lowBattery'],
    ['AL', '00000000', 'general'],
    ['UD', '00010000', 'sos'],
    ['UD', '00000001', undefined],
  ])('%s %s is %s', (type, status, alarm) => {
    expect(fixOf(position(type, status)).attributes?.alarm).toBe(alarm)
  })

  it('is answered, also when its position cannot be read', () => {
    const reply = Buffer.from(framed('AL'))
    expect(hear(framed(position('AL_LTE', '00010000')))).toMatchObject([{ kind: 'packet', reply }])
    expect(hear(framed('AL,nonsense'))).toMatchObject([{ kind: 'decodeError', cause: 'content', replyWhenRejected: reply }])
  })
})

describe('a position', () => {
  it('fills the columns, with its surroundings as attributes', () => {
    const surroundings = '2,255,204,8,3110,20417,158,3110,20418,133,1,home,00:11:22:33:44:55,-61,40.7'
    expect(fixOf(position('UD_LTE', '00000010', surroundings))).toEqual({
      positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5),
      validity: FixValidity.valid,
      latitude: 52.368823,
      longitude: 4.895168,
      speedKph: 12.4,
      heading: 250,
      altitudeM: 4,
      satellites: 6,
      gsmSignal: 5,
      batteryPercent: 60,
      movement: false,
      attributes: {
        steps: 120,
        status: '00000010',
        cells: '204-8-3110-20417:158;204-8-3110-20418:133',
        wifi: '00:11:22:33:44:55,-61',
        accuracyM: 40.7,
      },
    })
  })

  it.each([
    ['-9.1', 'W', -9.1],
    ['9.1', 'W', -9.1],
    [' 9.1', 'E', 9.1],
    ['-9.1', '', -9.1],
    ['-9.1', 'E', -9.1],
  ])('%j %j is at %d degrees', (text, hemisphere, longitude) => {
    const content = position('UD', '00000000').replace('4.895168,E', `${text},${hemisphere}`)
    expect(fixOf(content).longitude).toBe(longitude)
  })

  it.each(['-1', '-9', '0.5', '6.5', '', '--'])('has no number of satellites in %j, and keeps the rest', (satellites) => {
    const fix = fixOf(position('UD', '00000000').replace('4.0,6,84', `4.0,${satellites},84`))
    expect(fix).not.toHaveProperty('satellites')
    expect(fix).toMatchObject({ altitudeM: 4, gsmSignal: 5, batteryPercent: 60, validity: FixValidity.valid })
  })

  it('may stand behind another field', () => {
    expect(fixOf(position('PP,091046', '00000010'))).toMatchObject({ latitude: 52.368823, speedKph: 12.4 })
  })

  it('keeps cells that are fewer than it counts as they are', () => {
    expect(fixOf(position('UD', '00000000', '5,1,204,8,1,2,3')).attributes?.extras).toBe('5,1,204,8,1,2,3')
  })
})

describe('what is measured on the wearer', () => {
  it.each([
    ['bphrt,112,73,67,,,,', { systolicMmHg: 112, diastolicMmHg: 73, heartRate: 67 }, 'bphrt'],
    ['heart,71', { heartRate: 71 }, undefined],
    ['oxygen,0,97', { bloodOxygenPercent: 97 }, 'oxygen,1'],
    ['btemp2,1,36.20', { temperatureC: 36.2 }, 'btemp2'],
    ['TEMP,36.5', { temperatureC: 36.5 }, undefined],
  ])('%s is telemetry', (content, attributes, answer) => {
    const [packet] = hear(framed(content))
    expect(packet).toMatchObject({ kind: 'packet', fixes: [{ validity: FixValidity.noFix, attributes }] })
    expect(packet && replyOf(packet)?.toString()).toBe(answer && framed(answer))
  })

  it('is nothing when it is 0', () => {
    expect(hear(framed('btemp2,1,0'))).toMatchObject([{ kind: 'packet', fixes: [] }])
  })

  it.each([
    ['btemp2,0,1', 'btemp2'],
    ['btemp2,1,1', 'btemp2'],
    ['btemp2,1,1.0', 'btemp2'],
    ['btemp2,1,1.00', 'btemp2'],
    ['btemp2,1,01', 'btemp2'],
    ['oxygen,0,101', 'oxygen,1'],
    ['oxygen,0,255', 'oxygen,1'],
    ['oxygen,0,-1', 'oxygen,1'],
  ])('is nothing when the document says so, or it cannot be (%s), and answered', (content, answer) => {
    const [packet] = hear(framed(content))
    expect(packet).toMatchObject({ kind: 'packet', fixes: [] })
    expect(packet && replyOf(packet)?.toString()).toBe(framed(answer))
  })
})

describe('the framer', () => {
  it.each([
    ['too short', -5],
    ['right', 0],
    ['too long', 60],
  ])('finds the end when the length is %s', (_, by) => {
    const content = position('UD', '00000000')
    expect(hear(framed(content, content.length + by) + framed('LK'))).toMatchObject([{ kind: 'packet' }, { kind: 'heartbeat' }])
  })

  it('lets a network’s name hold brackets', () => {
    const named = (name: string) => position('UD', '00000000', `0,1,${name},00:11:22:33:44:55,-61,40.7`)
    for (const name of ['a[b]c', 'a]b', ']'])
      expect(hear(framed(named(name)))).toMatchObject([{ fixes: [{ attributes: { wifi: '00:11:22:33:44:55,-61' } }] }])
  })

  it('gives up a frame that was cut short, and no more', () => {
    expect(hear(`[3G*${ID}*0080*UD,1405${framed('LK')}`)).toMatchObject([
      { kind: 'decodeError', cause: 'checksum' },
      { kind: 'login', identity: ID },
    ])
  })

  it('ends a voice where its length says', () => {
    const voice = 'TK,#!AMR][}\x05]*'
    expect(hear(framed(voice) + framed('LK'))).toMatchObject([
      { kind: 'unsupported', messageType: 'TK', reply: Buffer.from(framed('TK,0')) },
      { kind: 'heartbeat' },
    ])
  })
})

describe('the answer to a command', () => {
  it.each(['FIND', 'UPLOAD', 'hrtstart', 'PHBX,1'])('%s is one', (content) => {
    expect(hear(framed(content))).toMatchObject([{ kind: 'commandReply', text: content }])
  })

  it('names the firmware when it was asked for', () => {
    expect(hear(framed('VERNO,G29_V1.00'))).toMatchObject([{ kind: 'commandReply', information: { firmware: 'G29_V1.00' } }])
  })

  it('is no word that nobody knows', () => {
    expect(hear(framed('NEWS,1'))).toMatchObject([{ kind: 'unsupported', messageType: 'NEWS' }])
  })
})

it('speaks to a maker with an index and another name as it was spoken to', () => {
  const conversation = new Conversation(watch, NOW)
  conversation.push(Buffer.from('[ZJ*014111000000017*00A1*0002*LK]'))
  expect(conversation.said).toMatchObject([{ reply: Buffer.from('[ZJ*014111000000017*00A1*0002*LK]') }])
  const command = watch.commands!.encode({ text: 'CR', serial: 258 }, conversation.state)
  expect(command).toEqual(Buffer.from('[ZJ*014111000000017*0102*0002*CR]'))
})

it.each(['CR][3G*1*0002*CR', 'a*b', 'a}b'])('the command %j is refused', (text) => {
  expect(watch.commands!.encode({ text, serial: 1 }, { now: NOW, identity: ID })).toMatchObject({ kind: 'commandError' })
})
