import type { FastifyRequest } from 'fastify'

/** Origin of a write, for the audit log. */
export interface RequestOrigin {
  remoteAddress: string
  requestId: string
}

export const originOf = (request: FastifyRequest): RequestOrigin => ({ remoteAddress: request.ip, requestId: request.id })
