export { EntitiesModule } from './entities.module.js'
export { carriesOneOf, entityHeads } from './entity-list.js'
export { type Need, NEED_WORDS } from './facts/entity-needs.js'
export { countNeeds, needsByBusiness, UNVERIFIED } from './facts/entity-needs.repository.js'
export { externalBatteryPercent } from './facts/external-battery.js'
export { COVERS, entitySource, lastPositionColumns, ODOMETER } from './entity-sql.js'
export {
  SUBSCRIPTION_PERIODS,
  SUBSCRIPTION_STATES,
  type SubscriptionPeriod,
  type SubscriptionState,
} from './facts/subscription-periods.js'
export type { LastPositionRow } from './entity.row.js'
export { SERVICE_STATE } from './facts/service-state-sql.js'
export { CreateEntityDto } from './dto/write-entity.dto.js'
export { EntityDto } from './dto/entity.dto.js'
export { EntitiesService } from './entities.service.js'
export { EntityWritesService } from './writes/entity-writes.service.js'
export { twinKeysOf, TwinsService } from './twins/twins.service.js'
