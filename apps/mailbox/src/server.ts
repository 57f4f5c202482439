import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLimitedServer, drainable, type Logger } from '@roadbook/platform'
import PostalMime, { type Email } from 'postal-mime'
import type { MailHead, MailStore } from './mail-store.js'
import { listPage, mailPage, messagePage, PAGE_SIZE, pushesPage, PUSHES_SHOWN } from './pages/pages.js'
import { STYLE } from './pages/style.js'

const LOOPBACK = '127.0.0.1'
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'"
const PAGE_POLICY = `${NOTHING}; style-src 'self'; frame-src 'self'; frame-ancestors 'none'`
/**
 * Content security policy of a mail. The mail may use styles and images that it contains, but it may run no script and load
 * nothing from outside.
 */
const MAIL_POLICY = `${NOTHING}; sandbox; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'`

interface Answer {
  status: number
  type: string
  body: string | Buffer
  headers?: Record<string, string>
}

export interface RunningServer {
  port: number
  close(): Promise<void>
}

/**
 * Starts the operators' page on the loopback interface. A secret protects the page. It is needed because the page shows links
 * that open other people's accounts, and every user of the machine can reach the loopback interface. The page is read-only.
 */
export async function startServer(
  { port, secret }: { port: number; secret: string | undefined },
  store: MailStore,
  logger: Logger,
): Promise<RunningServer> {
  const server = createLimitedServer({}, (request, response) => {
    answer(request, secret, store).then(
      (answered) => send(response, answered),
      (error: unknown) => {
        logger.error({ err: error }, 'a page could not be shown')
        send(response, page(503, messagePage('The mails cannot be read right now. Try again.')))
      },
    )
  })
  const drain = drainable(server)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, LOOPBACK, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => drain({ noticeMs: 0 }),
  }
}

async function answer(request: IncomingMessage, secret: string | undefined, store: MailStore): Promise<Answer> {
  // Without this check, another site could make its host name resolve to the loopback address, and then read mails through
  // the browser of a visitor on this machine.
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '')) return page(403, messagePage('Not here'))
  if (request.method !== 'GET' && request.method !== 'HEAD') return page(405, messagePage('Only reading is possible'))
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname === '/style.css') return { status: 200, type: 'text/css; charset=utf-8', body: STYLE }
  if (url.pathname === '/health/ready') {
    await store.ping()
    return { status: 200, type: 'application/json', body: '{"status":"ok"}' }
  }
  const [, given = '', path = ''] = /^\/([^/]*)(.*)$/s.exec(url.pathname) ?? []
  if (secret === undefined || !isSame(given, secret))
    return page(403, messagePage('Open the link that Roadbook printed when it started'))
  const root = `/${secret}`
  if (path === '' || path === '/') {
    const before = wholeNumber(url.searchParams.get('before'))
    return page(200, listPage(root, await store.list(before, PAGE_SIZE), before === undefined))
  }
  if (path === '/pushes') return page(200, pushesPage(root, await store.pushes(PUSHES_SHOWN)))
  return (await mailAnswer(root, path, store)) ?? page(404, messagePage('There is no such mail'))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares two secrets in constant time. */
const isSame = (given: string, secret: string) => timingSafeEqual(digest(given), digest(secret))

/** Answers `/mails/7`, `/mails/7/html` and `/mails/7/attachments/0`. */
async function mailAnswer(root: string, path: string, store: MailStore): Promise<Answer | undefined> {
  const [, idText, part, indexText] = /^\/mails\/(\d{1,15})(?:\/(html|attachments\/(\d{1,4})))?$/.exec(path) ?? []
  const stored = idText === undefined ? undefined : await store.find(Number(idText))
  if (!stored) return undefined
  const mail = await PostalMime.parse(stored.raw)
  if (part === undefined) return page(200, mailPage(root, stored satisfies MailHead, mail))
  if (part === 'html') return mail.html === undefined ? undefined : { ...page(200, mail.html), headers: policy(MAIL_POLICY) }
  return attachment(mail, Number(indexText))
}

function attachment(mail: Email, index: number): Answer | undefined {
  const found = mail.attachments[index]
  if (!found) return undefined
  const content = typeof found.content === 'string' ? Buffer.from(found.content) : Buffer.from(new Uint8Array(found.content))
  const name = encodeURIComponent(found.filename ?? `attachment-${index + 1}`)
  const headers = { ...policy(NOTHING), 'content-disposition': `attachment; filename*=UTF-8''${name}` }
  return { status: 200, type: 'application/octet-stream', body: content, headers }
}

const policy = (text: string) => ({ 'content-security-policy': text })

const page = (status: number, body: string): Answer => ({
  status,
  type: 'text/html; charset=utf-8',
  body,
  headers: policy(PAGE_POLICY),
})

function send(response: ServerResponse, { status, type, body, headers }: Answer): void {
  response.writeHead(status, {
    'content-security-policy': NOTHING,
    ...headers,
    'content-type': type,
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
