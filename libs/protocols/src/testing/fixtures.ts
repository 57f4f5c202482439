import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * A recorded session in fixtures/*.hex. A line is `device: <bytes>`, `server: <bytes>`, `command: <text>` or a comment. The
 * bytes after `server:` are the server's reply to the frame above or, if a command is above, the frame that contains this
 * command. Bytes are hexadecimal digits, or a JSON string for text.
 */
export interface Capture {
  name: string
  frames: { bytes: Buffer; reply?: Buffer }[]
  /**
   * `after` is the number of frames that were sent on the connection before the command. The first command of a session has
   * the serial number 1.
   */
  commands: { text: string; bytes: Buffer; after: number }[]
}

/** A published example, as in fixtures/examples.json. */
export interface Example {
  name: string
  direction: 'device_to_server' | 'server_to_device'
  transport: 'tcp' | 'udp' | 'http'
  session_preamble?: { hex?: string; text?: string }[]
  hex?: string
  text?: string
  expected_reply_hex?: string | null
  expected_reply_text?: string | null
  reply_policy: string
  optional_reply_hex?: string
  optional_reply_text?: string
  context?: { now?: string; knownDevice?: boolean; server_serial?: number }
  error?: string
  decoded: {
    imei: string | null
    time: string | null
    lat: number | null
    lng: number | null
    altitude_m: number | null
    speed_kmh: number | null
    course_deg: number | null
    satellites: number | null
    valid: boolean | null
  }[]
}

const folderOf = (protocol: string) => path.join(__dirname, '..', protocol, 'fixtures')

export function readCaptures(protocol: string): Capture[] {
  return readdirSync(folderOf(protocol))
    .filter((file) => file.endsWith('.hex'))
    .map((file) => readCapture(file, readFileSync(path.join(folderOf(protocol), file), 'utf8')))
}

export function readExamples(protocol: string): Example[] {
  const file = path.join(folderOf(protocol), 'examples.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Example[]) : []
}

export const hasReadme = (protocol: string): boolean => existsSync(path.join(folderOf(protocol), '..', 'README.md'))

function readCapture(name: string, text: string): Capture {
  const capture: Capture = { name, frames: [], commands: [] }
  let answered: { reply?: Buffer } | { bytes: Buffer } | undefined
  for (const line of text.split('\n')) {
    const [, role, value = ''] = /^(device|server|command): (.*)$/.exec(line) ?? []
    if (role === 'device') capture.frames.push((answered = { bytes: bytesOf(value) }))
    if (role === 'command') {
      const command = { text: value, bytes: Buffer.alloc(0), after: capture.frames.length }
      capture.commands.push(command)
      answered = command
    }
    if (role === 'server' && answered) {
      if ('after' in answered) Object.assign(answered, { bytes: bytesOf(value) })
      else Object.assign(answered, { reply: bytesOf(value) })
    }
  }
  return capture
}

const bytesOf = (value: string): Buffer =>
  value.startsWith('"') ? Buffer.from(JSON.parse(value) as string, 'latin1') : Buffer.from(value, 'hex')
