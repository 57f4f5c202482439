import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ChangeList } from '../../features/audit/index.js'
import { type Entity, EntityRecord, useEntitiesAddress } from '../../features/entities/index.js'
import { VehicleVerification } from '../../features/install/verification/index.js'
import { VehicleInsurance } from '../../features/insurances/index.js'
import { EntityMapCard } from '../../features/live-map/components/entity-map-card.js'
import { VehicleServices } from '../../features/maintenance/index.js'
import { VehicleOrders } from '../../features/payments/index.js'
import { ReturnDialog } from '../../features/returns/index.js'
import { GiveDialog } from '../../features/subscriptions/index.js'
import { useTagging } from '../../features/tags/index.js'
import { VehiclePhotos } from '../../features/vehicle-photos/index.js'
import { lastTripQuery } from '../../features/trips/queries/trip-queries.js'
import { useTripLine } from '../../features/trips/use-trips-on-map.js'
import { usePermission } from '../../lib/session/session.js'
import { usePageTitle } from '../../components/page.js'
import { PATHS } from '../../lib/paths.js'
import { entityPaths } from './entity-paths.js'

/** Record of one vehicle by its id: its data, its last trip, and its timeline. */
export function Component() {
  const id = Number(useParams().id)
  const navigate = useNavigate()
  const [hasMap, mayInstall] = [usePermission('read:map'), usePermission('create:entity')]
  const tagging = useTagging<Entity>()
  const [covered, setCovered] = useState<Entity>()
  const [mayCover, mayReadInformation] = [usePermission('manage:subscriptions'), usePermission('read:information')]
  const maySeeVehicles = usePermission('index:entity')
  const address = useEntitiesAddress()
  const mayImport = usePermission('manage:devices')
  const paths = useMemo(() => entityPaths(hasMap, mayInstall, mayImport), [hasMap, mayInstall, mayImport])
  return (
    <>
      <EntityRecord
        id={id}
        onTag={(entity) => tagging.tag([entity])}
        onSubscribe={mayCover ? setCovered : undefined}
        renderOrders={mayReadInformation ? ({ id: entityId }) => <VehicleOrders entityId={entityId} /> : undefined}
        renderInsurance={mayReadInformation ? (entity) => <VehicleInsurance vehicle={entity} /> : undefined}
        renderServices={mayReadInformation ? (entity) => <VehicleServices vehicle={entity} /> : undefined}
        renderPhotos={maySeeVehicles ? ({ id: entityId }) => <VehiclePhotos entityId={entityId} /> : undefined}
        address={address}
        paths={paths}
        map={hasMap && <LastTripMap entityId={id} />}
        notice={<Verification entityId={id} />}
        renderChanges={({ changes }) => <ChangeList entry={{ changes }} />}
        onTitle={(title) => <Title title={title} />}
        onDeleted={() => void navigate(PATHS.entities)}
      />
      {tagging.dialog}
      {covered && <GiveDialog vehicle={covered} onClose={() => setCovered(undefined)} />}
    </>
  )
}

/** Notice of an unverified installation, with a button to return its tracker. */
function Verification({ entityId }: { entityId: number }) {
  const [imei, setImei] = useState<string>()
  return (
    <>
      <VehicleVerification entityId={entityId} onStartReturn={setImei} />
      {imei !== undefined && <ReturnDialog imei={imei} entityId={entityId} onClose={() => setImei(undefined)} />}
    </>
  )
}

function Title({ title }: { title: string }) {
  usePageTitle(title)
  return null
}

/** Map with the vehicle's current place and the line of its last trip. */
function LastTripMap({ entityId }: { entityId: number }) {
  const { data: tripId } = useQuery(lastTripQuery(entityId))
  return <EntityMapCard entityId={entityId} trip={useTripLine(entityId, tripId ?? undefined)} />
}
