import type { Outcome } from './intake.js'

/** Answer to a request, before it is written. */
export interface Answer {
  status: number
  body: object
  headers?: Record<string, string>
}

const error = (status: number, sentence: string, headers?: Record<string, string>): Answer => ({
  status,
  body: { error: sentence },
  ...(headers && { headers }),
})

export const WRONG_SECRET = error(401, 'send the header "Authorization: Bearer …" with the secret in FORWARDING_SECRET', {
  'WWW-Authenticate': 'Bearer',
})
export const NO_SUCH_PATH = error(404, 'the paths are /traccar and /v1/positions')
export const notAllowed = (methods: string): Answer => error(405, `allowed here: ${methods}`, { Allow: methods })
export const tooLarge = (mostBytes: number): Answer => error(413, `a body may have ${mostBytes} bytes; send less at once`)
export const bad = (sentence: string): Answer => error(400, sentence)
/** An internal error. Its reason is in the gateway's log. */
export const FAULT = error(500, 'this request could not be handled; the log of the gateway has the reason')
/**
 * Answer if it is unknown whether everything in the request is stored. The sender must repeat the request. Data that was
 * already stored is not stored again.
 */
export const NOT_NOW = error(503, 'nothing can be stored at the moment; send the same again', { 'Retry-After': '5' })

/**
 * Answers a Traccar server. Unless the status is 2xx, the server repeats a message for some time, and its other messages wait
 * (`forward.retry.enable`, PositionForwardingHandler.java of Traccar 6.14.5). So a message that can never be stored gets 202.
 * Only a message that may be stored later, or that does not have Traccar's format, gets a status other than 2xx.
 */
export function answerTraccar(outcome: Outcome): Answer {
  switch (outcome.result) {
    case 'stored':
    case 'unused':
      return { status: 200, body: outcome }
    case 'unknown':
    case 'refused':
      return { status: 202, body: outcome }
    case 'unreadable':
      return bad(outcome.reason)
    case 'unsure':
      return NOT_NOW
  }
}

/**
 * Answers a batch, position by position. A position that does not have the format is refused. The other positions of the batch
 * are stored all the same.
 */
export function answerBatch(outcomes: readonly Outcome[]): Answer {
  if (outcomes.some(({ result }) => result === 'unsure')) return NOT_NOW
  const results = outcomes.map((outcome, index) =>
    outcome.result === 'unreadable' ? { index, ...outcome, result: 'refused' } : { index, ...outcome },
  )
  const stored = results.filter(({ result }) => result === 'stored').length
  return { status: 200, body: { stored, not_stored: results.length - stored, results } }
}
