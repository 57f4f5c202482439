import type { IncomingMessage } from 'node:http'
import { findProtocol, type Protocol } from '@roadbook/protocols'
import { answerBatch, answerTraccar, bad, NO_SUCH_PATH, notAllowed, tooLarge, type Answer } from './answers.js'
import type { Intake, Outcome } from './intake.js'
import { readBody } from './read-body.js'

const traccar = findProtocol('traccar') as Protocol
const json = findProtocol('json') as Protocol
/** Maximum positions of one request, and bytes of its body. */
const MOST_POSITIONS = 1_000
const LARGEST_BATCH = 4 * 1024 * 1024

/** Handles a request whose secret is right. @param remoteAddress address of the forwarding server */
export async function handle(request: IncomingMessage, remoteAddress: string, intake: Intake): Promise<Answer> {
  const { method = '', url = '' } = request
  const question = url.indexOf('?')
  const path = question < 0 ? url : url.slice(0, question)
  if (path === '/traccar') {
    if (method === 'GET') return fromQuery(question < 0 ? '' : url.slice(question + 1), remoteAddress, intake)
    return method === 'POST' ? fromTraccar(request, remoteAddress, intake) : notAllowed('GET, POST')
  }
  if (path !== '/v1/positions') return NO_SUCH_PATH
  return method === 'POST' ? fromBatch(request, remoteAddress, intake) : notAllowed('POST')
}

async function fromQuery(query: string, remoteAddress: string, intake: Intake): Promise<Answer> {
  return answerTraccar(await intake.take(traccar, Buffer.from(query), remoteAddress))
}

async function fromTraccar(request: IncomingMessage, remoteAddress: string, intake: Intake): Promise<Answer> {
  const body = await readBody(request, traccar.maxFrameBytes)
  return body ? answerTraccar(await intake.take(traccar, body, remoteAddress)) : tooLarge(traccar.maxFrameBytes)
}

async function fromBatch(request: IncomingMessage, remoteAddress: string, intake: Intake): Promise<Answer> {
  const body = await readBody(request, LARGEST_BATCH)
  if (!body) return tooLarge(LARGEST_BATCH)
  const positions = positionsOf(body)
  if (!positions) return bad(`the body must be {"positions": […]} with 1 to ${MOST_POSITIONS} positions, as JSON`)
  const outcomes = positions.map(async (position): Promise<Outcome> => {
    const frame = frameOf(position)
    if (frame && frame.length <= json.maxFrameBytes) return intake.take(json, frame, remoteAddress)
    return { result: 'refused', reason: `a position may have ${json.maxFrameBytes} bytes` }
  })
  return answerBatch(await Promise.all(outcomes))
}

/** @returns undefined for a position that is nested too deep to be written again */
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
