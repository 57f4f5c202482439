import type { IncomingMessage } from 'node:http'
import { findProtocol, type Protocol } from '@roadbook/protocols'
import { answerBatch, answerTraccar, bad, NO_SUCH_PATH, notAllowed, type Answer } from './answers.js'
import type { Intake, Outcome } from './intake.js'

const traccar = findProtocol('traccar') as Protocol
const json = findProtocol('json') as Protocol
/** Maximum number of positions of one request, and maximum number of bytes of its body. */
const MOST_POSITIONS = 1_000
const LARGEST_BATCH = 4 * 1024 * 1024

/** One way to send positions. */
export interface Route {
  /** Maximum number of bytes of the body. */
  mostBytes: number
  handle(body: Buffer): Promise<Answer>
}

/**
 * Finds the route of a request. If there is none, returns an answer with the error.
 * @param remoteAddress address of the forwarding server
 */
export function routeOf({ method = '', url = '' }: IncomingMessage, remoteAddress: string, intake: Intake): Route | Answer {
  const question = url.indexOf('?')
  const path = question < 0 ? url : url.slice(0, question)
  const fromTraccar = async (frame: Buffer) => answerTraccar(await intake.take(traccar, frame, remoteAddress))
  if (path === '/traccar') {
    const query = question < 0 ? '' : url.slice(question + 1)
    if (method === 'GET') return { mostBytes: 0, handle: () => fromTraccar(Buffer.from(query)) }
    return method === 'POST' ? { mostBytes: traccar.maxFrameBytes, handle: fromTraccar } : notAllowed('GET, POST')
  }
  if (path !== '/v1/positions') return NO_SUCH_PATH
  if (method !== 'POST') return notAllowed('POST')
  return { mostBytes: LARGEST_BATCH, handle: (body) => fromBatch(body, remoteAddress, intake) }
}

async function fromBatch(body: Buffer, remoteAddress: string, intake: Intake): Promise<Answer> {
  const positions = positionsOf(body)
  if (!positions) return bad(`the body must be {"positions": […]} with 1 to ${MOST_POSITIONS} positions, as JSON`)
  const outcomes = positions.map(async (position): Promise<Outcome> => {
    const frame = frameOf(position)
    if (frame && frame.length <= json.maxFrameBytes) return intake.take(json, frame, remoteAddress)
    return { result: 'refused', reason: `a position may have ${json.maxFrameBytes} bytes` }
  })
  return answerBatch(await Promise.all(outcomes))
}

/** @returns undefined if the position is nested too deeply for `JSON.stringify` */
function frameOf(position: unknown): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(position))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function positionsOf(body: Buffer): unknown[] | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
  const positions = (parsed as { positions?: unknown } | null)?.positions
  const isBatch = Array.isArray(positions) && positions.length > 0 && positions.length <= MOST_POSITIONS
  return isBatch ? (positions as unknown[]) : undefined
}
