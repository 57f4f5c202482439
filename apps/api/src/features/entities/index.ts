export { EntitiesModule } from './entities.module.js'
export { carriesOneOf, entityHeads } from './entity-list.js'
export { countNeeds, type Need, NEED_WORDS, needsByBusiness, UNVERIFIED } from './facts/entity-needs.js'
export { externalBatteryPercent } from './facts/external-battery.js'
export { COVERS, entitySource, lastPositionColumns, ODOMETER } from './entity-source.js'
export {
  SUBSCRIPTION_PERIODS,
  SUBSCRIPTION_STATES,
  type SubscriptionPeriod,
  type SubscriptionState,
} from './facts/subscription-periods.js'
export type { LastPositionRow } from './entity.row.js'
export { SERVICE_STATE } from './facts/service-state.js'
export { CreateEntityDto } from './dto/write-entity.dto.js'
export { EntityDto } from './dto/entity.dto.js'
export { EntitiesService } from './entities.service.js'
export { EntityWritesService } from './writes/entity-writes.service.js'
export { twinKeysOf, TwinsService } from './twins/twins.service.js'
