import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateVAPIDKeys } from 'web-push'

interface Refusal {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

/** A message in the form in which a device's app or browser receives it. */
export interface Arrived {
  device: string
  title: string
  body: string
  /** Tag of the message. A later message with the same tag replaces this one. */
  tag: string
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const AUDIENCE = 'https://oauth2.googleapis.com/token'
const DAY_S = 24 * 3_600
const MAX_PAYLOAD = 4_096

class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super()
  }
}
const no = (status: number, body: unknown): never => {
  throw new Refused({ status, body })
}
const fcmError = (status: number, code: string, more: object = {}) => ({
  status,
  body: {
    error: {
      code: status,
      status: code,
      message: code,
      details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code, ...more }],
    },
  },
})

/**
 * Behaves like Firebase Cloud Messaging, its OAuth 2 server and a browser's push service, and refuses everything that these
 * refuse.
 */
export class PushDouble {
  readonly arrived: Arrived[] = []
  /** Refusals with which the next messages to each device are answered. Messages after these are accepted. */
  readonly next = new Map<string, Refusal[]>()
  /** Number of tokens issued. */
  tokens = 0
  /** If set, answers wait until this promise resolves. `waiting` counts the requests that arrive meanwhile. */
  gate: Promise<void> | undefined
  waiting = 0
  readonly #service = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  readonly #vapid = generateVAPIDKeys()
  readonly #browsers = new Map<string, { keys: ECDH; auth: Buffer }>()
  readonly #accepted = new Set<string>()

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response) => {
      this.answer(request).then(
        ({ status, headers, body }) => response.writeHead(status, headers).end(body === undefined ? '' : JSON.stringify(body)),
        (error: unknown) => {
          const refusal = error instanceof Refused ? error.refusal : { status: 500, body: String(error) }
          response.writeHead(refusal.status, refusal.headers).end(JSON.stringify(refusal.body ?? {}))
        },
      )
    })
  }

  static async start(): Promise<PushDouble> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new PushDouble(server)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Settings with which an API sends to this double. */
  get environment(): Record<string, string> {
    const file = join(mkdtempSync(join(tmpdir(), 'service-account-')), 'account.json')
    const private_key = this.#service.privateKey.export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(
      file,
      JSON.stringify({ project_id: 'demo', client_email: 'push@demo.example', private_key, token_uri: `${this.url}/token` }),
    )
    return {
      API_WORK: 'all',
      FCM_SERVICE_ACCOUNT: file,
      FCM_URL: this.url,
      VAPID_PUBLIC_KEY: this.#vapid.publicKey,
      VAPID_PRIVATE_KEY: this.#vapid.privateKey,
      VAPID_SUBJECT: 'mailto:push@roadbook.example',
      PUSH_SERVICES: this.url,
      PUSH_RETRY_S: '1',
      PUSH_ATTEMPTS: '3',
    }
  }

  /** Returns the push subscription of a browser. */
  browser(name: string) {
    const keys = createECDH('prime256v1')
    const p256dh = keys.generateKeys().toString('base64url')
    const auth = randomBytes(16)
    this.#browsers.set(name, { keys, auth })
    return { kind: 'webpush', endpoint: `${this.url}/wpush/${name}`, p256dh, auth: auth.toString('base64url') }
  }

  refuse(device: string, ...refusals: Refusal[]): void {
    this.next.set(device, refusals)
  }

  static readonly unregistered = fcmError(404, 'UNREGISTERED')
  static readonly wrongToken = {
    status: 400,
    body: {
      error: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: 'The registration token is not a valid FCM registration token',
        details: [
          { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'INVALID_ARGUMENT' },
          { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'message.token' }] },
        ],
      },
    },
  }
  static readonly busy = (retryAfter: string) => ({ ...fcmError(429, 'QUOTA_EXCEEDED'), headers: { 'retry-after': retryAfter } })

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private async answer(request: IncomingMessage): Promise<Refusal> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (request.method !== 'POST') no(405, {})
    if (request.url === '/token') return this.token(new URLSearchParams(body.toString()))
    this.waiting += 1
    await this.gate
    if (request.url === '/v1/projects/demo/messages:send') return this.fcm(request, body)
    const [, name] = /^\/wpush\/([\w-]+)$/.exec(request.url ?? '') ?? []
    return name === undefined ? no(404, {}) : this.webPush(request, name, body)
  }

  /**
   * Issues a token by RFC 7523, as Google's server applies it:
   * https://developers.google.com/identity/protocols/oauth2/service-account
   */
  private token(form: URLSearchParams): Refusal {
    const refuse = (description: string) => no(400, { error: 'invalid_grant', error_description: description })
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') refuse('grant_type')
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const key = this.#service.publicKey
    if (jsonOf(head).alg !== 'RS256') refuse('alg')
    if (!verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))) refuse('signature')
    const { iss, aud, scope, exp, iat } = jsonOf(claims)
    const now = Date.now() / 1_000
    if (iss !== 'push@demo.example') refuse('iss')
    if (aud !== AUDIENCE) refuse('aud')
    if (!String(scope).split(' ').includes(SCOPE)) refuse('scope')
    if (Number(exp) - Number(iat) > 3_600 || Number(exp) < now || Number(iat) > now + 60) refuse('exp')
    const token = `access-${++this.tokens}`
    this.#accepted.add(token)
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { access_token: token, expires_in: 3_599, token_type: 'Bearer' },
    }
  }

  /** Revokes all issued tokens. */
  revoke(): void {
    this.#accepted.clear()
  }

  private fcm({ headers }: IncomingMessage, body: Buffer): Refusal {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    if (!this.#accepted.has(token)) return fcmError(401, 'UNAUTHENTICATED')
    const { message } = JSON.parse(body.toString()) as { message: Record<string, any> } // oxlint-disable-line typescript/no-explicit-any -- whatever was sent
    if (Object.keys(message).some((name) => !['token', 'notification', 'data', 'android', 'apns'].includes(name)))
      return fcmError(400, 'INVALID_ARGUMENT')
    if (Object.values(message.data ?? {}).some((value) => typeof value !== 'string')) return fcmError(400, 'INVALID_ARGUMENT')
    if (!/^\d+s$/.test(String(message.android.ttl))) return fcmError(400, 'INVALID_ARGUMENT')
    const device = String(message.token)
    const refusal = this.next.get(device)?.shift()
    if (refusal) return refusal
    const { tag } = message.android.notification as { tag: string }
    expectSame(tag, message.android.collapse_key, message.apns.headers['apns-collapse-id'])
    this.arrived.push({ device, title: message.notification.title, body: message.notification.body, tag })
    return { status: 200, body: { name: 'projects/demo/messages/1' } }
  }

  /**
   * Accepts a push by RFC 8030. Checks the sender by RFC 8292. Decrypts the message by RFC 8291, which in reality only the
   * browser can do.
   */
  private webPush({ headers }: IncomingMessage, name: string, body: Buffer): Refusal {
    if (!/^\d+$/.test(String(headers.ttl))) no(400, 'TTL')
    this.assertVapid(headers.authorization ?? '')
    if (headers['content-encoding'] !== 'aes128gcm') no(415, 'encoding')
    if (body.length > MAX_PAYLOAD) no(413, 'size')
    const topic = String(headers.topic)
    if (!/^[\w-]{1,32}$/.test(topic)) no(400, 'Topic')
    const refusal = this.next.get(name)?.shift()
    if (refusal) return refusal
    const browser = this.#browsers.get(name)
    if (!browser) return no(404, {})
    const { title, body: text, tag } = JSON.parse(decrypted(browser, body)) as Arrived
    expectSame(tag, topic)
    this.arrived.push({ device: name, title, body: text, tag })
    return { status: 201, headers: { location: `${this.url}/message/1` } }
  }

  private assertVapid(authorization: string): void {
    const [, jwt = '', key = ''] = /^vapid t=([^,\s]+), ?k=(\S+)$/.exec(authorization) ?? []
    if (key !== this.#vapid.publicKey) no(403, 'k')
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const [head = '', claims = '', signature = ''] = jwt.split('.')
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    const { aud, exp, sub } = jsonOf(claims)
    const ahead = Number(exp) - Date.now() / 1_000
    if (!isSigned || jsonOf(head).alg !== 'ES256') no(403, 'signature')
    if (aud !== this.url || sub !== 'mailto:push@roadbook.example') no(403, 'aud')
    if (ahead <= 0 || ahead > DAY_S) no(403, 'exp')
  }
}

const jsonOf = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

const expectSame = (first: string, ...others: unknown[]) => {
  if (others.some((other) => other !== first)) no(400, 'what replaces what')
}

/** Decrypts by RFC 8291, section 3, and RFC 8188: salt 16 · record size 4 · key length 1 · key · one record. */
function decrypted({ keys, auth }: { keys: ECDH; auth: Buffer }, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const record = body.subarray(21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
