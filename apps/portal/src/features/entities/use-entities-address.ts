import { useScreenAddress } from '../../lib/screen-address.js'
import { ENTITY_VIEWS } from './entity.js'

export type EntitiesAddress = ReturnType<typeof useEntitiesAddress>

/** What the address says of the list of vehicles. */
export const useEntitiesAddress = () => useScreenAddress({ row: 'entity', views: ENTITY_VIEWS, dialogs: ['import:entities'] })
