import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Siren } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../components/loaded.js'
import { Stack } from '../../components/layout/index.js'
import { usePageTitle } from '../../components/page.js'
import { formatMetres, counted } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { SwitchedGeofences } from '../../map/geofences/geofences-shown.js'
import { SeenMap } from '../../map/seen-map.js'
import { vars } from '../../theme/components/vars.js'
import { type CaseRoom, type MissingCase, roomQuery } from './case-queries.js'
import { AssigneeField, CaseFacts, SignalCard } from './components/case-facts.js'
import { type Asked, CaseHead } from './components/case-head.js'
import { CasePhotos } from './components/case-photos.js'
import { CaseTimeline } from './components/case-timeline.js'
import { DetailsDrawer } from './components/details-drawer.js'
import { EvidenceButton } from './components/evidence-button.js'
import { LocateCard } from './components/locate-card.js'
import { ReopenDialog } from './components/reopen-dialog.js'
import { ShareDialog } from './components/share-dialog.js'

/** Map beside the facts, both as high as the window. Stacked on a phone. */
const Room = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  [theme.breakpoints.up('md')]: { height: '100%', minHeight: 0 },
}))
const Parts = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: { flex: 1, minHeight: 0, gridTemplateColumns: 'minmax(0, 1fr) 400px' },
}))
const MapPart = styled('div')(({ theme }) => ({
  position: 'relative',
  height: 320,
  [theme.breakpoints.up('md')]: { height: 'auto' },
}))
const Side = styled(Stack)(({ theme }) => ({
  padding: theme.spacing(2.5),
  backgroundColor: vars(theme).background.paper,
  [theme.breakpoints.up('md')]: { overflowY: 'auto', borderLeft: `1px solid ${vars(theme).divider}` },
}))

/** Renders the dialog that ends a case. It belongs to the feature that reports vehicles missing. */
type RenderEnd = (one: MissingCase, how: 'resolve' | 'close', onClose: () => void) => ReactNode

/**
 * Page of a case, called the room of the case. It shows all that recovery staff need while on the telephone with the police
 * (T-07). A case is the record of a missing vehicle.
 */
export function CaseRoomScreen({ id, renderEnd }: { id: number; renderEnd: RenderEnd }) {
  const { t } = useTranslation('missing')
  const query = useQuery(roomQuery(id))
  const { data } = query
  usePageTitle(data ? `${data.case.number} ${data.case.entity_name}` : t('caseScreen.title'))
  return (
    <Loaded query={query} heightPx={480} nothing={{ icon: Siren, title: t('gone.title'), text: t('gone.text') }}>
      {(room) => <OpenRoom room={room} renderEnd={renderEnd} />}
    </Loaded>
  )
}

function OpenRoom({ room, renderEnd }: { room: CaseRoom; renderEnd: RenderEnd }) {
  const { case: one } = room
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Room>
      <CaseHead room={room} evidence={<EvidenceButton one={one} />} onAsk={setAsked} />
      <Parts>
        <MapPart>
          <RoomMap room={room} />
        </MapPart>
        <Side gap={3}>
          <LocateCard room={room} />
          <SignalCard room={room} />
          <AssigneeField one={one} />
          <CaseFacts room={room} onEdit={() => setAsked('details')} />
          <CasePhotos room={room} />
          <CaseTimeline id={one.id} events={room.timeline} />
        </Side>
      </Parts>
      {(asked === 'resolve' || asked === 'close') && renderEnd(one, asked, close)}
      {asked === 'reopen' && <ReopenDialog one={one} onClose={close} />}
      {asked === 'share' && <ShareDialog id={one.id} name={one.entity_name} shares={room.shares} onClose={close} />}
      {asked === 'details' && <DetailsDrawer id={one.id} onClose={close} />}
    </Room>
  )
}

function RoomMap({ room }: { room: CaseRoom }) {
  const { t } = useTranslation('missing')
  const format = useFormat()
  const { position, trail, usual_places: usual } = room
  const usualPlaces = useMemo(() => usual.map((place) => ({ ...place, text: t('map.usual', counted(place.nights)) })), [usual, t])
  const lastAt = position && t('map.last', { at: format.dateTime(position.positioned_at) })
  const within = position && position.doubt_m > 0 && t('map.doubt', { metres: formatMetres(position.doubt_m) })
  const said = lastAt ? [lastAt, within].filter(Boolean).join(', ') : t(room.case.location_hidden ? 'map.hidden' : 'map.none')
  return (
    <SeenMap label={t('map.label')} position={position} trail={trail} usualPlaces={usualPlaces} said={said}>
      <SwitchedGeofences />
    </SeenMap>
  )
}
