import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common'
import type { LiveSocket } from './live-session.js'

/** Reports a failed message on the socket, as the problem filter does for a request. */
@Catch()
export class LiveProblems implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    host.switchToWs().getClient<LiveSocket>().session.give(error)
  }
}
