export { EntitiesModule } from './entities.module.js'
export { carriesOneOf, entityHeads } from './entity-list.js'
export { countNeeds, type Need, NEED_WORDS, needsByBusiness, UNVERIFIED } from './entity-needs.js'
export { externalBatteryPercent } from './external-battery.js'
export { COVERS, entitySource, lastPositionColumns, ODOMETER } from './entity-source.js'
export {
  SUBSCRIPTION_PERIODS,
  SUBSCRIPTION_STATES,
  type SubscriptionPeriod,
  type SubscriptionState,
} from './subscription-periods.js'
export type { LastPositionRow } from './entity.row.js'
export { SERVICE_STATE } from './service-state.js'
export { CreateEntityDto } from './dto/write-entity.dto.js'
export { EntityDto } from './dto/entity.dto.js'
export { EntitiesService } from './entities.service.js'
export { EntityWritesService } from './entity-writes.service.js'
export { twinKeysOf, TwinsService } from './twins.service.js'
