export { EntitiesModule } from './entities.module.js'
export { entitySource, lastPositionColumns } from './entity-source.js'
export type { LastPositionRow } from './entity.row.js'
