import type { LiveClientMessage } from '@roadbook/contracts'
import { z } from 'zod'

const id = z.number().int().positive().max(2_147_483_647)
const resume = z.object({ epoch: z.string().max(100), sequence: z.number().int().min(0) }).optional()

const message = z.union([
  z.object({ type: z.literal('authenticate'), token: z.string().max(8_192) }),
  z.object({ type: z.literal('subscribe'), channel: z.literal('fleet'), resume }),
  z.object({ type: z.literal('subscribe'), channel: z.literal('entity'), id, resume }),
  z.object({ type: z.literal('unsubscribe'), channel: z.enum(['fleet', 'entity']), id: id.optional() }),
  z.object({ type: z.literal('ping') }),
])

/** Type of messages that do not belong to the channel. */
export const UNKNOWN = 'unknown'

/** Parses a client's message; undefined when it is invalid. */
export function parseLiveRequest(text: string): LiveClientMessage | undefined {
  try {
    return message.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
