import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common'
import type { LiveSocket } from './live-session.js'

/** Says on the socket what went wrong with a message, as the problem filter does with a request. */
@Catch()
export class LiveProblems implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    host.switchToWs().getClient<LiveSocket>().session.give(error)
  }
}
