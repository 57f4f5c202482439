import type { FastifyRequest } from 'fastify'

/** Where a write came from, for the audit log. */
export interface RequestOrigin {
  remoteAddress: string
  requestId: string
}

export const originOf = (request: FastifyRequest): RequestOrigin => ({ remoteAddress: request.ip, requestId: request.id })
