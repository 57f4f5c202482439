import { aFix } from '@roadbook/testing'
import { PROTOCOLS } from './registry.js'
import { Conversation } from './testing/conversation.js'
import {
  CAPTURES_FOLDER,
  type CapturedCase,
  differences,
  readAcceptedDifferences,
  readCapturedCases,
  type SecondReading,
} from './testing/second-reading.js'

/**
 * Decodes frames of real trackers (captures) and compares the results with those of a second decoder (B16). The captures
 * are not part of the product. If they are in a folder beside the checkout, every difference must be corrected, or its
 * reason must be in `<protocol>/captures.differences.json`. If the captures are missing, the output says so.
 */
const NOW = Date.UTC(2026, 7, 1)
/** Line ends of text frames, because the captures lack them. */
const ENDINGS: Readonly<Record<string, string>> = {
  gps103: ';',
  meitrack: '\r\n',
  queclink: '$',
  suntech: '\r',
  'wialon-ips': '\r\n',
}

const cases = PROTOCOLS.flatMap((protocol) =>
  readCapturedCases(protocol.name).map((one) => [`${protocol.name} ${one.id}`, protocol, one] as const),
)
const bytesOf = ({ kind, frames, hex }: CapturedCase, ending: string) =>
  frames.map((frame, at) => {
    const bytes = Buffer.from(kind === 'binary' ? frame : (hex?.[at] ?? Buffer.from(frame, 'latin1').toString('hex')), 'hex')
    return kind === 'binary' || bytes.toString('latin1').endsWith(ending) ? bytes : Buffer.concat([bytes, Buffer.from(ending)])
  })

function read(protocol: (typeof PROTOCOLS)[number], one: CapturedCase): string[] {
  const ending = ENDINGS[protocol.name] ?? ''
  const conversation = new Conversation(protocol, NOW)
  for (const before of one.preamble) conversation.push(Buffer.from(before, one.kind === 'binary' ? 'hex' : 'latin1'))
  const from = conversation.said.length
  for (const bytes of bytesOf(one, ending)) {
    const frames = protocol.udp?.sniff(bytes) && protocol.sniff(bytes) !== 'yes' ? protocol.udp.split(bytes) : undefined
    if (Array.isArray(frames)) for (const frame of frames) conversation.decode(frame, protocol.udp)
    else conversation.push(bytes)
  }
  const said = conversation.said.slice(from)
  const troubles = said.flatMap((value) => ('reason' in value ? [`${value.kind}: ${value.reason}`] : []))
  const fixes = said.flatMap((value) => ('fixes' in value && value.fixes) || [])
  return [...troubles, ...differences(fixes, one)]
}

describe('B16 captures of real trackers', () => {
  if (cases.length === 0) {
    const notice = `no captures in ${CAPTURES_FOLDER}: set CAPTURES to their folder to compare our readings with a second decoder's`
    process.stderr.write(`\n*** ${notice} ***\n\n`)
    it.todo(notice)
    return
  }
  it.each(cases)('%s reads as the second decoder read it, or says why not', (_, protocol, one) => {
    const reason = readAcceptedDifferences(protocol.name)[one.id]
    const found = read(protocol, one)
    if (reason === undefined) expect(found).toEqual([])
    else expect([reason, found.length > 0]).toEqual([reason, true])
  })
})

/** Shows that the comparison above detects differences. It runs in every checkout, because it needs no captures. */
describe('the comparison with a second reading', () => {
  const fix = aFix({ positionedAt: NOW, speedKph: 18.52, heading: 90, satellites: 9, ignition: true, attributes: { tyre: 2.4 } })
  const reading: SecondReading = {
    outdated: false,
    fixTime: new Date(NOW).toISOString(),
    valid: true,
    latitude: fix.latitude!,
    longitude: fix.longitude!,
    speedKnots: 10,
    course: 90,
    attributes: { sat: 9, ignition: true },
  }
  const compare = (changed: Partial<SecondReading>, expected?: CapturedCase['expected'], fixes = [fix]) =>
    differences(fixes, { id: '', kind: 'binary', frames: [], preamble: [], decoded: { ...reading, ...changed }, expected })

  it('B16 finds nothing between equal readings', () => {
    expect(compare({}, { attribute: 'tyre', value: 2.4 })).toEqual([])
    expect(compare({ course: 90.4, latitude: fix.latitude! + 5e-6 })).toEqual([])
  })

  it.each<[string, Partial<SecondReading>]>([
    ['time', { fixTime: new Date(NOW + 2_000).toISOString() }],
    ['latitude', { latitude: fix.latitude! + 1e-4 }],
    ['longitude', { longitude: fix.longitude! - 1e-4 }],
    ['speed', { speedKnots: 11 }],
    ['heading', { course: 93 }],
    ['validity', { valid: false }],
    ['sat', { attributes: { sat: 8 } }],
    ['ignition', { attributes: { ignition: false } }],
  ])('B16 finds another %s', (name, changed) => {
    expect(compare(changed)).toEqual([expect.stringMatching(`^0: ${name}`)])
  })

  it('B16 finds a position too few and a value that nobody read', () => {
    expect(compare({}, undefined, [])).toContainEqual('0 positions instead of 1')
    expect(compare({}, { attribute: 'tyre', value: 2.9 })).toEqual(['nowhere tyre 2.9'])
  })
})
