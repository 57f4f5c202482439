import { Injectable } from '@nestjs/common'
import { AuthenticationService } from '../../auth/authentication.service.js'
import { throughToken } from '../../auth/tokens/token-scope.js'
import type { LiveSession } from './live-session.js'

/** Reads the rights of all connected users together and passes them to their sessions. */
@Injectable()
export class LiveRights {
  constructor(private readonly authentication: AuthenticationService) {}

  async renew(sessions: Iterable<LiveSession>): Promise<void> {
    const known = [...sessions].flatMap((session) => {
      const { authentication } = session
      return authentication ? { session, authentication } : []
    })
    if (known.length === 0) return
    const present = await this.authentication.presentCallers(known.map(({ authentication }) => authentication))
    const renewals = known.map(({ session, authentication }, at) => {
      const caller = present[at]
      return session.renewRights(caller && throughToken(caller, authentication.caller.apiToken))
    })
    await Promise.all(renewals)
  }
}
