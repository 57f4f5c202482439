import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type pg from 'pg'
import { isConnectionLoss, type Logger } from '@roadbook/platform'
import {
  endSessions,
  findAccountById,
  provisionAccount,
  removeAccount,
  setDisabled,
  setPassword,
  setProfile,
} from '../accounts.js'
import { disableSecondFactor, findSecondFactor } from '../second-factor/second-factors.js'
import { type AccountSession, endSession, listSessions } from '../sessions/account-sessions.js'
import { BodyError, disabledBody, knowsSecret, newAccountBody, passwordBody, profileBody, readBody } from './directory-request.js'
import { createResetLink } from './reset-link.js'

export interface DirectoryOptions {
  pool: pg.Pool
  logger: Logger
  issuer: string
  /** Secret that the API sends to authenticate itself. */
  secret: string
}

interface Answer {
  status: number
  body?: Record<string, unknown>
}

const OK: Answer = { status: 200 }
const MISSING: Answer = { status: 404 }
const TAKEN: Answer = { status: 409 }
const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const PATH = new RegExp(
  `^/accounts/(${UUID})(?:/(profile|disabled|temporary-password|sessions|reset-link|security|second-factor)(?:/([\\w-]{1,100}))?)?$`,
)

/**
 * Handles requests to the internal port of the identity process. The API creates and ends accounts through it:
 * `/accounts/<uuid>` and its subpaths. The port is not for browsers and refuses callers without the secret. Every call may be
 * repeated.
 */
export function createDirectoryListener(options: DirectoryOptions): RequestListener {
  return (request, response) => {
    void answer(options, request)
      .catch((error: unknown) => failure(options.logger, error))
      .then(({ status, body = {} }) => send(response, status, body))
  }
}

function send(response: ServerResponse, status: number, body: Record<string, unknown>): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body))
}

async function answer(options: DirectoryOptions, request: IncomingMessage): Promise<Answer> {
  if (!knowsSecret(request, options.secret)) return { status: 401 }
  const [, id, part = '', session] = PATH.exec(request.url ?? '') ?? []
  if (id === undefined || (session !== undefined && part !== 'sessions')) return MISSING
  const { pool } = options
  switch (`${request.method} ${part}`) {
    case 'GET ':
      return (await findAccountById(pool, id)) ? OK : MISSING
    case 'PUT ': {
      const account = await readBody(request, newAccountBody)
      return (await provisionAccount(pool, id, account)) ? OK : TAKEN
    }
    case 'DELETE ':
      await removeAccount(pool, id)
      return OK
    case 'PUT profile':
      return { found: OK, missing: MISSING, taken: TAKEN }[await setProfile(pool, id, await readBody(request, profileBody))]
    case 'PUT disabled':
      return (await setDisabled(pool, id, (await readBody(request, disabledBody)).disabled)) ? OK : MISSING
    case 'PUT temporary-password': {
      const { password } = await readBody(request, passwordBody)
      if (!(await findAccountById(pool, id))) return MISSING
      await setPassword(pool, id, password, { mustChangePassword: true })
      return OK
    }
    case 'GET sessions':
      return { status: 200, body: { sessions: (await listSessions(pool, id)).map(toSession) } }
    case 'DELETE sessions':
      if (session === undefined) await endSessions(pool, id)
      else await endSession(pool, id, session)
      return OK
    case 'GET security':
      return security(pool, id)
    case 'DELETE second-factor':
      await disableSecondFactor(pool, id)
      return OK
    case 'POST reset-link': {
      const link = await createResetLink(pool, options.issuer, id)
      return link ? { status: 200, body: { url: link.url, expires_at: link.expiresAt.toISOString() } } : MISSING
    }
    default:
      return { status: 405 }
  }
}

const toSession = ({ id, userAgent, address, signedInAt, lastSeenAt }: AccountSession) => ({
  id,
  user_agent: userAgent,
  address,
  signed_in_at: signedInAt.toISOString(),
  last_seen_at: lastSeenAt.toISOString(),
})

async function security(pool: pg.Pool, id: string): Promise<Answer> {
  if (!(await findAccountById(pool, id))) return MISSING
  const factor = await findSecondFactor(pool, id)
  const second_factor = factor && { since: factor.enabledAt.toISOString(), recovery_codes_left: factor.recoveryCodesLeft }
  return { status: 200, body: { second_factor: second_factor ?? null } }
}

function failure(logger: Logger, error: unknown): Answer {
  if (error instanceof BodyError) return { status: 422 }
  const isAway = isConnectionLoss(error)
  logger.error({ err: error }, isAway ? 'the database does not answer' : 'an account could not be changed')
  return { status: isAway ? 503 : 500 }
}
