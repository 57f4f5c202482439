import { PROTOCOLS } from './registry.js'
import { Conversation } from './testing/conversation.js'
import { type CapturedCase, differences, readAcceptedDifferences, readCapturedCases } from './testing/second-reading.js'

/**
 * Frames of real trackers beside what a second decoder read in them (B16). The captures are not part of the product; where they
 * lie beside the checkout, every difference is either mended or has its reason in `<protocol>/captures.differences.json`.
 */
const NOW = Date.UTC(2026, 7, 1)
/** Text frames were written down without what ends them on the wire. */
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
    if (Array.isArray(frames)) for (const frame of frames) conversation.hear(frame, protocol.udp)
    else conversation.push(bytes)
  }
  const said = conversation.said.slice(from)
  const troubles = said.flatMap((value) => ('reason' in value ? [`${value.kind}: ${value.reason}`] : []))
  const fixes = said.flatMap((value) => ('fixes' in value && value.fixes) || [])
  return [...troubles, ...differences(fixes, one)]
}

const present = cases.length > 0 ? describe : describe.skip
present('B16 captures of real trackers', () => {
  it.each(cases.length > 0 ? cases : [['none', PROTOCOLS[0]!, undefined as never] as const])(
    '%s reads as the second decoder read it, or says why not',
    (_, protocol, one) => {
      const reason = readAcceptedDifferences(protocol.name)[one.id]
      const found = read(protocol, one)
      if (reason === undefined) expect(found).toEqual([])
      else expect([reason, found.length > 0]).toEqual([reason, true])
    },
  )
})
