import { unreadable } from '../common/errors.js'
import type { DecodeError, Decoded, SessionState } from '../protocol.js'
import type { Head } from './head.js'
import { HEAD_END, METHODS, MOST_PARAMETERS, TOO_LARGE_HEAD, type Trouble, isTrouble } from './layout.js'
import { type Location, bad } from './location.js'
import { type Parameter, readParameters } from './parameters.js'
import { readJson } from './read-json.js'
import { readQuery } from './read-query.js'
import { ALIVE, NO_ID, STORED, UNKNOWN, refusal } from './replies.js'
import { type Request, readRequest } from './request.js'

export function decode(frame: Buffer, session: SessionState): Decoded {
  const request = readWhole(frame)
  if (isTrouble(request)) return refuse(request.reason, refusal(request, true))
  const { head, body } = request
  if (head.method !== 'GET' && head.method !== 'POST') return answerOther(head)
  const question = head.target.indexOf('?')
  const query = question < 0 ? '' : head.target.slice(question + 1)
  // A health check, as load balancers send it.
  if (query === '' && body.length === 0 && head.method === 'GET') return { kind: 'heartbeat', reply: ALIVE, refuse: ALIVE }
  const location = readBody(head, query, body, session)
  if (location === undefined) return refuse('neither id nor deviceid', NO_ID)
  if (isTrouble(location)) return refuse(location.reason, refusal(location, false))
  return { kind: 'packet', identity: location.id, fixes: location.fixes, reply: STORED, refuse: UNKNOWN }
}

/** Reads a request. {@link frame} has removed the last byte of an ambiguous request. */
function readWhole(frame: Buffer): Request | Trouble {
  const request = readRequest(frame)
  if (request !== 'more') return request
  const whole = Buffer.concat([frame, Buffer.from('\n')])
  const completed = readRequest(whole)
  if (completed !== 'more' && isTrouble(completed)) return completed
  return whole.includes(HEAD_END, 0, 'latin1') ? bad('the body must be framed as the head says') : TOO_LARGE_HEAD
}

function answerOther({ method }: Head): Decoded {
  if (METHODS.some((known) => known === method)) return { kind: 'heartbeat', reply: ALIVE, refuse: ALIVE }
  const trouble: Trouble = { status: 405, reason: `allowed are ${METHODS.join(', ')}` }
  return refuse(trouble.reason, refusal(trouble, false))
}

const BRACE = 0x7b

/**
 * Reads JSON if it is declared or the body looks like it. Otherwise reads the parameters of query and form together.
 * Undefined if there is no id.
 */
function readBody(
  { contentType }: Head,
  query: string,
  body: Buffer,
  { now, speedUnit }: SessionState,
): Location | Trouble | undefined {
  if (body.length > 0 && (contentType.startsWith('application/json') || body[0] === BRACE))
    return readJson(body, query, now, speedUnit)
  const inUrl = readParameters(query)
  const inBody: Parameter[] | undefined = body.length === 0 ? [] : readParameters(body.toString('latin1'))
  if (!inUrl || !inBody || inUrl.length + inBody.length > MOST_PARAMETERS)
    return bad(`a request may have ${MOST_PARAMETERS} parameters`)
  return readQuery(inBody.length === 0 ? inUrl : [...inUrl, ...inBody], now, speedUnit)
}

/**
 * Returns an error with a reply. Unregistered senders get this reply, too, which does no harm, because a refusal acknowledges
 * nothing.
 */
const refuse = (reason: string, reply: Buffer): DecodeError => ({ ...unreadable(reason, reply), replyWhenDamaged: reply })
