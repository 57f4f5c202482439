import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject, NotFoundException } from '@nestjs/common'
import { isConnectionLoss, type Logger } from '@roadbook/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusals } from '../audit/refusals.js'
import type { AuthenticatedRequest } from '../auth/caller.js'
import { API_LOGGER } from '../configuration.js'
import { isPortalPage, sendPortalPage } from './static-portal.js'
import { Problem, type ProblemName, PROBLEMS } from '../http/problems.js'
import { toProblemBody } from '../http/problem.dto.js'
import { DEFAULT_LOCALE, localeWanted } from '../texts/locale.js'
import { problem as say } from '../texts/platform.js'

/** Turns every error into an answer (RFC 9457). The answer never reveals a stack trace, an SQL text or a path. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(API_LOGGER) private readonly logger: Logger,
    private readonly refusals: Refusals,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<AuthenticatedRequest>()
    const reply = host.switchToHttp().getResponse<FastifyReply>()
    if (error instanceof NotFoundException && isPortalPage(request) && sendPortalPage(reply)) return
    const allowed = error instanceof NotFoundException ? request.server.methodsAt(pathOf(request)) : []
    const problem = allowed.length > 0 ? new Problem('methodNotAllowed', PROBLEMS.methodNotAllowed.title) : toProblem(error)
    if (allowed.length > 0) void reply.header('allow', allowed.join(', '))
    const { kind, details } = problem
    const { status, title } = PROBLEMS[kind]
    if (status >= 500) this.logger.error({ err: error, requestId: request.id, url: pathOf(request) }, title.in(DEFAULT_LOCALE))
    if (status === 403) await this.refusals.record(request, problem.message, details.permission)
    const locale = localeWanted(request.headers['accept-language'])
    const vary = reply.getHeader('vary')
    void reply.header('vary', vary ? `${String(vary)}, accept-language` : 'accept-language').header('content-language', locale)
    if (status === 401) void reply.header('www-authenticate', 'Bearer')
    if (details.retryAfterS !== undefined) void reply.header('retry-after', String(details.retryAfterS))
    const body = toProblemBody(problem, request.id, locale)
    void reply.status(status).type('application/problem+json; charset=utf-8').send(JSON.stringify(body))
  }
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? ''

/** Problems by the status of errors that the framework throws. */
const BY_STATUS: Record<number, ProblemName> = {
  400: 'malformed',
  404: 'notFound',
  405: 'methodNotAllowed',
  413: 'tooLarge',
  415: 'mediaType',
  503: 'unavailable',
}

/** Class of PostgreSQL errors about a value that an earlier check did not find. */
const DATA_EXCEPTION = /^22/
const QUERY_CANCELED = '57014'
/** A database also reports this code when it temporarily accepts no connections. */
const NOT_IN_THE_RIGHT_STATE = '55000'

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const status = error instanceof HttpException ? error.getStatus() : typeof statusCode === 'number' ? statusCode : undefined
  const kind = status === undefined ? undefined : BY_STATUS[status]
  if (kind) return new Problem(kind, PROBLEMS[kind].title)
  if (status !== undefined && status >= 400 && status < 500) return new Problem('malformed', PROBLEMS.malformed.title)
  if (code === QUERY_CANCELED) return new Problem('unavailable', say('took-too-long'), { retryAfterS: 5 })
  if (isConnectionLoss(error) || code === NOT_IN_THE_RIGHT_STATE) {
    return new Problem('unavailable', say('try-again-soon'), { retryAfterS: 5 })
  }
  if (typeof code === 'string' && DATA_EXCEPTION.test(code)) return new Problem('invalid', say('out-of-range'))
  return new Problem('unexpected', say('recorded'))
}
