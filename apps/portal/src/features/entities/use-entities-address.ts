import { useScreenAddress } from '../../lib/screen-address.js'
import { ENTITY_VIEWS } from './entity.js'

export type EntitiesAddress = ReturnType<typeof useEntitiesAddress>

/** Reads the state of the list of vehicles from the URL. */
export const useEntitiesAddress = () => useScreenAddress({ row: 'entity', views: ENTITY_VIEWS, dialogs: ['import:entities'] })
