import { useQuery } from '@tanstack/react-query'
import { entityRecordQuery, VehicleField } from '../../../features/entities/index.js'
import { ImportsScreen } from '../../../features/history-imports/index.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useAddress } from '../../../lib/screen-address.js'

/** Imports of earlier rides. `?dialog=create:import&entity=5` opens the form for a vehicle. */
export function Component() {
  const { timeZone } = useFormat()
  const entityId = useAddress().id('entity')
  const { data, isPending } = useQuery({ ...entityRecordQuery(entityId ?? 0, timeZone), enabled: entityId !== undefined })
  const vehicle = entityId === undefined ? null : isPending ? undefined : (data ?? null)
  return <ImportsScreen vehicle={vehicle} renderVehicle={(one, onChange) => <VehicleField vehicle={one} onChange={onChange} />} />
}
