import { Inject, Injectable } from '@nestjs/common'
import { PROTOCOLS } from '@roadbook/protocols'
import { planPorts } from '@roadbook/protocols/port-plan'
import type { Caller } from '../../auth/caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import { toApiRow } from '../../http/api-row.js'
import type { FirstStepsDto, FirstStepsGatewayDto } from './dto/first-steps.dto.js'
import { FirstStepsRepository } from './first-steps.repository.js'

/** Progress of the setup. It is derived from the data in the system, so users do not tick off steps. */
@Injectable()
export class FirstStepsService {
  private readonly gateway: FirstStepsGatewayDto

  constructor(
    private readonly database: RequestDatabase,
    private readonly steps: FirstStepsRepository,
    @Inject(API_CONFIGURATION) configuration: ApiConfiguration,
  ) {
    this.gateway = gatewayOf(configuration)
  }

  read(caller: Caller): Promise<FirstStepsDto> {
    return this.database.read(caller.scope, async (transaction) => {
      const mayReadKnocks = caller.permissions.has('read:business-management')
      return {
        done: await this.steps.findDone(transaction),
        business: (await this.steps.findNewestBusiness(transaction)) ?? null,
        knocks: mayReadKnocks ? (await this.steps.findKnocks(transaction)).map(toApiRow) : [],
        device: (await this.steps.findFreeDevice(transaction)) ?? null,
        vehicle: (await this.steps.findVehicle(transaction)) ?? null,
        gateway: this.gateway,
      }
    })
  }
}

/** Returns the port for each protocol. A protocol without a separate port uses the port that recognises all protocols. */
function gatewayOf(configuration: ApiConfiguration): FirstStepsGatewayDto {
  const planned = planPorts(configuration)
  const own = typeof planned === 'string' ? [] : planned
  const ports = PROTOCOLS.map((protocol) => ({
    protocol: protocol.name,
    port: own.find(({ protocols }) => protocols.includes(protocol))?.port ?? configuration.GATEWAY_PORT,
  }))
  return { host: configuration.TRACKER_HOST ?? null, ports }
}
