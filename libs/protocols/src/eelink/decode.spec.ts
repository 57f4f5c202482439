import { FixValidity } from '@roadbook/contracts'
import { commands } from './commands.js'
import { datagrams } from './datagram.js'
import { decode } from './decode.js'
import { PackageId, writePackage } from './frame.js'
import { eelink } from './index.js'
import { tracker } from './tracker.js'

const NOW = Date.UTC(2026, 0, 1)
const session = { now: NOW }
const IMEI = '356307042441013'
const read = (id: number, content: string) => decode(writePackage(id, 7, Buffer.from(content, 'hex')), session)
/** 2025-12-31T23:58:20Z, 52.37 N 4.895 E, 7 m, 23 km/h, 271°, 9 satellites. */
const PLACE = '6955b89c01059e64140086732600070017010f09'

describe('what an Eelink says', () => {
  it('names itself and its firmware, and is told the time', () => {
    const login = read(PackageId.login, '0356307042441013010002010203')
    expect(login).toMatchObject({ kind: 'login', identity: IMEI, information: { firmware: '2.0.3' } })
    expect('reply' in login && login.reply?.toString('hex')).toBe('67670100090007' + '6955b900' + '0001' + '00')
  })

  it.each([
    ['01', 'powerCut'],
    ['02', 'sos'],
    ['04', 'vibration'],
    ['25', 'removing'],
    ['82', 'overspeed'],
    ['85', 'accident'],
  ])('reads warning %s as %s', (code, alarm) => {
    expect(read(PackageId.warning, `${PLACE}${code}0007`)).toMatchObject({
      kind: 'packet',
      fixes: [{ validity: FixValidity.valid, speedKph: 23, heading: 271, ignition: true, attributes: { alarm } }],
      reply: writePackage(PackageId.warning, 7),
    })
  })

  it('believes the status word, not the mask, about the fix', () => {
    expect(read(PackageId.location, `${PLACE}0006`)).toMatchObject({ fixes: [{ validity: FixValidity.noFix, satellites: 9 }] })
  })

  it('says nothing of what the device cannot do', () => {
    const decoded = read(PackageId.heartbeat, '0350')
    expect(decoded).toMatchObject({ kind: 'heartbeat', fixes: [{ positionedAt: NOW }] })
    const [fix] = 'fixes' in decoded ? decoded.fixes! : []
    expect(fix).not.toHaveProperty('movement')
    expect(fix!.attributes).not.toHaveProperty('charging')
    expect(fix).not.toHaveProperty('ignition')
  })

  it('keeps telemetry up to where the firmware ends it', () => {
    const all = `${PLACE}0607` + '102b' + '00010002' + '000115b0'
    expect(read(PackageId.location, all)).toMatchObject({
      fixes: [{ batteryMv: 4139, odometerM: 71_088, attributes: { analog0Mv: 1, analog1Mv: 2 } }],
    })
    expect(read(PackageId.location, `${PLACE}0607102b`)).toMatchObject({ fixes: [{ batteryMv: 4139 }] })
  })

  it('keeps cells and Wi-Fi when there is no sky', () => {
    const radio = '6955b89c12' + '00cc00081194000012ab34' + '002542e50e7ea6'
    const decoded = read(PackageId.location, `${radio}0602`)
    expect(decoded).toMatchObject({
      fixes: [
        { validity: FixValidity.noFix, attributes: { mcc: 204, mnc: 8, lac: 4500, cellId: 4779, wifi: '002542e50e7e:-90' } },
      ],
    })
  })

  it('answers what it cannot read, so that the device does not repeat it', () => {
    expect(read(PackageId.warning, PLACE)).toMatchObject({
      kind: 'decodeError',
      cause: 'content',
      replyWhenRejected: writePackage(PackageId.warning, 7),
    })
    expect(read(0x1b, '00')).toMatchObject({ kind: 'unsupported', messageType: '0x1b', reply: writePackage(0x1b, 7) })
  })
})

describe('commands to an Eelink', () => {
  it('R-100 carry their serial, and the answer brings it back', () => {
    const sent = commands.encode({ text: 'RELAY,1#', serial: 42 }, session) as Buffer
    expect(tracker.readCommand!(sent)).toEqual({ consumed: sent.length, text: 'RELAY,1#', serial: 42 })
    expect(decode(tracker.commandReply!('RELAY: FAIL', IMEI, 42), session)).toEqual({
      kind: 'commandReply',
      text: 'RELAY: FAIL',
      serial: 42,
      isRefusal: true,
    })
  })
})

describe('datagrams of an Eelink', () => {
  const imei = Buffer.from('0356307042441013', 'hex')
  const checksumOf = (bytes: Buffer) => bytes.reduce((sum, byte) => (((sum << 1) | (sum >> 15)) + byte) & 0xffff, 0)
  const datagramOf = (...packages: Buffer[]) => {
    const body = Buffer.concat([imei, ...packages])
    const head = Buffer.from('EL\0\0\0\0')
    head.writeUInt16BE(body.length + 2, 2)
    head.writeUInt16BE(checksumOf(body), 4)
    return Buffer.concat([head, body])
  }
  const location = writePackage(PackageId.location, 7, Buffer.from(`${PLACE}0607`, 'hex'))
  const heartbeat = writePackage(PackageId.heartbeat, 8, Buffer.from('0006', 'hex'))

  it('may hold several packages, each of which is answered by a datagram', () => {
    const split = datagrams.split(datagramOf(location, heartbeat)) as Buffer[]
    expect(split).toHaveLength(2)
    const [first, second] = split.map((frame) => datagrams.decode(frame, session))
    expect(first).toMatchObject({ kind: 'packet', identity: IMEI, reply: datagramOf(writePackage(PackageId.location, 7)) })
    expect(second).toMatchObject({ kind: 'heartbeat', identity: IMEI, reply: datagramOf(writePackage(PackageId.heartbeat, 8)) })
  })

  it('is dropped without an answer when it was damaged', () => {
    const damaged = datagramOf(location)
    damaged[damaged.length - 1]! ^= 1
    expect(datagrams.sniff(damaged)).toBe(true)
    expect(datagrams.split(damaged)).toMatchObject({ kind: 'frameError' })
  })
})

describe('the stream of an Eelink', () => {
  it('starts again at the next mark', () => {
    const login = tracker.login!(IMEI)
    expect(eelink.frame(Buffer.concat([Buffer.from('ELxgx'), login]))).toEqual({ frame: Buffer.from('ELxgx'), rest: login })
    expect(decode(Buffer.from('ELxgx'), session)).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })
})
