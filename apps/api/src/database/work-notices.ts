import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common'
import { directUrl, type Logger, Notices, Rounds, type RoundsOptions, type RoundsWork, sessionConfig } from '@roadbook/platform'
import { API_CONFIGURATION, API_LOGGER, type ApiConfiguration } from '../configuration.js'

/** Receives notifications (NOTIFY) of new work. `WorkNotice` lists their names. Listens only while there are subscribers. */
@Injectable()
export class WorkNotices extends Notices implements OnApplicationShutdown {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(API_LOGGER) logger: Logger,
  ) {
    super(sessionConfig({ url: directUrl(configuration), name: 'roadbook-api' }), 'work', logger)
  }

  onApplicationShutdown(): Promise<void> {
    return this.close()
  }

  /**
   * Returns background work that runs in rounds. A notification or a timer starts each round. In a process that only answers
   * requests, no round ever starts.
   */
  rounds(work: RoundsWork, options: Omit<RoundsOptions, 'notices'>): Pick<Rounds, 'start' | 'wake' | 'stop'> {
    if (this.configuration.API_WORK === 'requests') return NO_ROUNDS
    return new Rounds(work, { ...options, notices: this })
  }
}

const NO_ROUNDS = { start: () => undefined, wake: () => undefined, stop: () => Promise.resolve() }
