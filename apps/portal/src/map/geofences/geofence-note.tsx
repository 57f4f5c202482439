import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Popup } from 'react-leaflet'
import { Link } from 'react-router'
import { Fill, Hint, Row, Stack, Text, Wrong } from '../../components/layout/index.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { errorReason } from '../../lib/api/error-text.js'
import { joined } from '../../lib/format/joined.js'
import { formatMetres } from '../../lib/format/numbers.js'
import { geofencePath } from '../../lib/paths.js'
import type { Place } from '../../lib/place.js'
import { usePermission } from '../../lib/session/session.js'
import { toLatLng } from '../coordinates.js'
import { geofenceQuery } from './geofence-query.js'
import type { NamedArea } from './world-area.js'

interface GeofenceNoteProps {
  area: NamedArea
  place: Place
  onClose: () => void
}

/**
 * Popup about a geofence at the pressed place. It shows the geofence's name and speed limit, and a link to the geofence for users
 * who may edit it.
 */
export function GeofenceNote({ area, place, onClose }: GeofenceNoteProps) {
  const { t } = useTranslation(['geofences', 'common'])
  const { t: tErrors } = useTranslation('errors')
  const mayChange = usePermission('manage:alerts')
  const { data, error } = useQuery(geofenceQuery(area.id))
  // The pair is created only once, because a new pair would count as another position and move the popup again.
  const [position] = useState(() => toLatLng(place))
  const reach = area.kind !== 'polygon' && formatMetres(area.reachM)
  return (
    <Popup
      position={position}
      closeButton={false}
      minWidth={200}
      maxWidth={280}
      eventHandlers={{ remove: onClose }}
      className="geofence-note"
    >
      <Stack gap={0.5} role="dialog" aria-label={area.name}>
        <Row align="start">
          <Fill>
            <Text weight="strong" breaks dir="auto">
              {area.name}
            </Text>
          </Fill>
          <TooltipIconButton label={t('common:actions.close')} icon={X} size="small" edge="end" onClick={onClose} />
        </Row>
        <Hint>{joined([t(`kinds.${area.kind}`), reach, data?.business_name])}</Hint>
        {data && <Limit kph={data.limit_kph} />}
        {data === null && <Wrong>{t('form.gone')}</Wrong>}
        {data === undefined && (error ? <Wrong>{errorReason(error, tErrors)}</Wrong> : <Skeleton width="60%" />)}
        {mayChange && data !== null && <Link to={geofencePath(area.id)}>{t('note.open')}</Link>}
      </Stack>
    </Popup>
  )
}

function Limit({ kph }: { kph: number | null }) {
  const { t } = useTranslation('geofences')
  return <Text size="dense">{kph === null ? t('note.noLimit') : t('note.limit', { limit: t('note.kph', { limit: kph }) })}</Text>
}
