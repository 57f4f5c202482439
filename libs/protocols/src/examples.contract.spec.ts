import { FixValidity } from '@roadbook/contracts'
import type { Protocol } from './protocol.js'
import { PROTOCOLS } from './registry.js'
import { Conversation, replyOf } from './testing/conversation.js'
import { type Example, readExamples } from './testing/fixtures.js'

/** Decodes every published example of every protocol. Positions and replies must be those in the protocol's document. */
const bytesOf = ({ hex, text }: { hex?: string; text?: string }) =>
  hex === undefined ? Buffer.from(text ?? '', 'latin1') : Buffer.from(hex, 'hex')

const given = (hex?: string | null, text?: string | null) => {
  if (hex) return Buffer.from(hex, 'hex').toString('latin1')
  return text ? Buffer.from(text, 'latin1').toString('latin1') : undefined
}

/** Returns everything that is decoded from the example's transmission and from the bytes before it (its preamble). */
function converse(protocol: Protocol, example: Example) {
  const now = example.context?.now === undefined ? Date.UTC(2026, 0, 1) : Date.parse(example.context.now)
  const conversation = new Conversation(protocol, now)
  for (const before of example.session_preamble ?? []) conversation.push(bytesOf(before))
  if (example.context?.server_serial !== undefined) conversation.countFrom(example.context.server_serial)
  const from = conversation.said.length
  const bytes = bytesOf(example)
  if (example.transport === 'udp') {
    const frames = protocol.udp!.split(bytes)
    if (!Array.isArray(frames)) throw new Error(frames.reason)
    for (const frame of frames) conversation.decode(frame, protocol.udp)
  } else conversation.push(bytes)
  return conversation.said.slice(from)
}

const published = PROTOCOLS.filter(({ name }) => readExamples(name).length > 0)

describe.each(published.map((protocol) => [protocol.name, protocol] as const))(
  'the published examples of %s',
  (name, protocol) => {
    const received = readExamples(name).filter(({ direction, error }) => direction === 'device_to_server' && !error)

    it.each(received.map((example) => [example.name, example] as const))('%s gives its positions and its reply', (_, example) => {
      const said = converse(protocol, example)
      expect(said.map(({ kind }) => kind)).not.toContain('decodeError')
      const replies = said.map((one) =>
        example.context?.knownDevice === false && 'refuse' in one
          ? one.refuse?.toString('latin1')
          : replyOf(one)?.toString('latin1'),
      )
      const reply = replies.filter((one) => one !== undefined).join('') || undefined
      const allowed = [given(example.expected_reply_hex, example.expected_reply_text)]
      if (example.reply_policy !== 'required') allowed.push(given(example.optional_reply_hex, example.optional_reply_text))
      expect(allowed).toContain(reply)

      const positions = example.decoded.filter(({ lat, lng }) => lat !== null && lng !== null)
      const fixes = said.flatMap((one) => ('fixes' in one && one.fixes) || []).filter(({ latitude }) => latitude !== undefined)
      expect(fixes).toHaveLength(positions.length)
      fixes.forEach((fix, at) => {
        const expected = positions[at]!
        if (expected.time !== null) expect(new Date(fix.positionedAt).toISOString()).toBe(new Date(expected.time).toISOString())
        expect(fix.latitude).toBeCloseTo(expected.lat!, 6)
        expect(fix.longitude).toBeCloseTo(expected.lng!, 6)
        if (expected.altitude_m !== null) expect(fix.altitudeM).toBeCloseTo(expected.altitude_m, 1)
        if (expected.speed_kmh !== null) expect(fix.speedKph).toBeCloseTo(expected.speed_kmh, 1)
        if (expected.course_deg !== null) expect(fix.heading).toBe(Math.round(expected.course_deg) % 360)
        if (expected.satellites !== null) expect(fix.satellites).toBe(expected.satellites)
        if (expected.valid !== null) expect(fix.validity === FixValidity.valid).toBe(expected.valid)
      })
      const identities = new Set(said.flatMap((one) => ('identity' in one && one.identity) || []))
      for (const { imei } of example.decoded) if (imei && identities.size > 0) expect([...identities]).toContain(imei)
    })

    const refused = readExamples(name).filter(({ error }) => error)
    if (refused.length === 0) return
    it.each(refused.map((example) => [example.name, example] as const))('%s is refused', (_, example) => {
      const said = converse(protocol, example)
      expect(said.map(({ kind }) => kind)).toContain('decodeError')
      const reply = said.map((one) => replyOf(one)?.toString('latin1')).find((one) => one !== undefined)
      expect(reply).toBe(given(example.expected_reply_hex, example.expected_reply_text))
    })
  },
)
