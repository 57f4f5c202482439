import { zodResolver } from '@hookform/resolvers/zod'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { Map as LeafletMap } from 'leaflet'
import { SearchX } from 'lucide-react'
import { useCallback, useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ActButtons } from '../../../components/act-buttons.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { useSession } from '../../../lib/session/session.js'
import { ZoomButtons } from '../../../map/controls/zoom-buttons.js'
import { placedFleetQuery } from '../../../map/fleet/fleet-area.js'
import { VehicleDots } from '../../../map/fleet/vehicle-dots.js'
import { areasQuery, geofenceQuery } from '../../../map/geofences/geofence-query.js'
import { GeofenceAreas } from '../../../map/geofences/geofences-on-map.js'
import { FoundPin } from '../../../map/places/found-pin.js'
import { middleOfView } from '../../../map/places/middle-of-view.js'
import type { NamedPlace } from '../../../map/places/use-places.js'
import { cornersOf } from '../corners-of.js'
import { EMPTY_GEOFENCE, type Geofence, type GeofenceForm, geofenceSchema, toGeofenceForm } from '../geofence.js'
import { DrawMap, fitCorners } from './draw-map.js'
import { EditorFrame, MapPart, Panel, PanelBody, PanelHead } from './editor-frame.js'
import { GeofenceFields } from './geofence-fields.js'
import { PlaceSearch } from './place-search.js'
import { useDrawKeys } from './use-draw-keys.js'
import { useDrawing } from './use-drawing.js'
import { useLeaving } from './use-leaving.js'
import { useSaveGeofence } from './use-save-geofence.js'

interface GeofenceEditorProps {
  /** Absent for a new geofence. */
  id?: number
  onClose: () => void
}

/** Full-page map of a geofence with its form beside it, showing the fleet and the other geofences. */
export function GeofenceEditor({ id, onClose }: GeofenceEditorProps) {
  const { t } = useTranslation('geofences')
  const titleId = useId()
  const query = useQuery({ ...geofenceQuery(id ?? 0), enabled: id !== undefined, refetchOnMount: 'always' })
  const { onDirty, done, question } = useLeaving(onClose)
  const { data, error, isFetchedAfterMount } = query
  const isReady = id === undefined || (data && isFetchedAfterMount)
  if (isReady)
    return (
      <>
        <Editor geofence={data ?? undefined} onDirty={onDirty} onClose={onClose} onDone={done} />
        {question}
      </>
    )
  return (
    <EditorFrame labelledBy={titleId}>
      <MapPart />
      <Panel>
        <PanelHead id={titleId} title={t('form.editTitle')} onClose={onClose} />
        <PanelBody>
          {data === null && <EmptyState icon={SearchX} title={t('form.gone')} />}
          {data !== null && error && <ErrorNotice error={error} onRetry={() => void query.refetch()} />}
          {data !== null && !error && <Skeleton height={320} />}
        </PanelBody>
      </Panel>
    </EditorFrame>
  )
}

interface EditorProps {
  geofence?: Geofence
  onDirty: (isDirty: boolean) => void
  onClose: () => void
  /** Called after saving. */
  onDone: () => void
}

function Editor({ geofence, onDirty, onClose, onDone }: EditorProps) {
  const { t } = useTranslation('geofences')
  const [titleId, formId] = [useId(), useId()]
  const { business_id: businessId } = useSession().user
  const form = useForm<GeofenceForm>({
    resolver: zodResolver(geofenceSchema),
    defaultValues: geofence ? toGeofenceForm(geofence) : { ...EMPTY_GEOFENCE, business_id: businessId },
    mode: 'onTouched',
  })
  const { isDirty, isSubmitting } = form.formState
  useEffect(() => {
    onDirty(isDirty)
    // When the editor closes, there are no unsaved changes any more.
    return () => onDirty(false)
  }, [onDirty, isDirty])
  const save = useSaveGeofence(form, geofence, onDone)
  const drawing = useDrawing(form)
  useDrawKeys(drawing)
  return (
    <EditorFrame labelledBy={titleId}>
      <EditorMap drawing={drawing} exceptId={geofence?.id} />
      <Panel>
        <PanelHead
          id={titleId}
          title={t(geofence ? 'form.editTitle' : 'form.newTitle')}
          subtitle={geofence && t('form.fromNowOn')}
          onClose={onClose}
        />
        <PanelBody>
          <GeofenceFields form={form} formId={formId} drawing={drawing} isNew={!geofence} onSubmit={form.handleSubmit(save)} />
        </PanelBody>
        <ActButtons act={{ label: t('form.save'), formId, isPending: isSubmitting }} onClose={onClose} />
      </Panel>
    </EditorFrame>
  )
}

/** Map for drawing, with the fleet, other geofences and a place search. */
function EditorMap({ drawing, exceptId }: { drawing: ReturnType<typeof useDrawing>; exceptId: number | undefined }) {
  const [first] = useState(drawing.drawn)
  const [map, setMap] = useState<LeafletMap>()
  /** Town or address that was searched. */
  const [pinned, setPinned] = useState<NamedPlace>()
  const onReady = useCallback((ready: LeafletMap) => setMap((held) => held ?? ready), [])
  const isNew = first.points.length === 0
  // For a new geofence, the map is shown only after the fleet's location is known. Otherwise the map could move while the
  // user presses it, so that a point is added at the wrong place.
  const fleet = useQuery(placedFleetQuery)
  const { data: areas } = useQuery(areasQuery())
  if (isNew && fleet.isPending) return <MapPart aria-busy />
  return (
    <MapPart>
      <DrawMap drawing={drawing} beginWith={isNew ? fleet.data?.area : cornersOf([first])} onReady={onReady}>
        <GeofenceAreas areas={areas} exceptId={exceptId} />
        <VehicleDots vehicles={fleet.data?.vehicles} />
        {pinned && <FoundPin place={pinned} />}
      </DrawMap>
      <PlaceSearch
        vehicles={fleet.data?.vehicles ?? []}
        areas={areas ?? []}
        middleOf={() => map && middleOfView(map)}
        onFind={({ corners, named }) => {
          setPinned(named)
          if (map) fitCorners(map, corners)
        }}
        onClear={() => setPinned(undefined)}
      />
      <ZoomButtons map={map} />
    </MapPart>
  )
}
