import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { TrackerClock } from '../../../components/time/tracker-clock.js'
import { EmptyState } from '../../../components/empty-state.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { consumerEntityQuery } from '../queries/consent-queries.js'
import { deviceTripsQuery } from '../queries/device-queries.js'
import type { TrackedDevice } from '../tracked-devices.js'
import { type DeviceWatch, useDeviceWatch } from '../use-device-watch.js'
import { ConsentGate } from './consent-gate.js'
import { ConsentLine } from './consent-line.js'
import { OnlineStrip } from './online-strip.js'
import { PhaseChip } from './phase-chip.js'
import { PhaseSteps } from './phase-steps.js'
import { StatusMap } from './status-map.js'
import { StatusTiles } from './status-tiles.js'
import { TodaysTrips } from './todays-trips.js'
import { UpdateLog } from './update-log.js'
import { WaitingNotice } from './waiting-notice.js'
import { joined } from '../../../lib/format/joined.js'

/** Shows all data of one tracker under test. */
export function DeviceTest({ device, onStop }: { device: TrackedDevice; onStop: () => void }) {
  const { t } = useTranslation('liveTest')
  const format = useFormat()
  const watch = useDeviceWatch(device)
  const { status, isHidden, imei } = watch
  const { data: entity } = useQuery({ ...consumerEntityQuery(imei), enabled: status?.entity_id != null })
  const { data: trips } = useQuery({ ...deviceTripsQuery(imei, format.timeZone), enabled: status != null && !isHidden })
  const [chosenTripId, setChosenTripId] = useState<number>()
  const [isGateAway, setGateAway] = useState(false)
  const tripId = chosenTripId ?? trips?.[0]?.id
  if (status === null)
    return (
      <EmptyState
        icon={SearchX}
        title={t('gone.title')}
        text={t('gone.text')}
        actions={<Button onClick={onStop}>{t('gone.close')}</Button>}
      />
    )
  return (
    <Stack>
      <Heading watch={watch} />
      <PhaseSteps
        phase={watch.phase}
        consent={entity && <ConsentLine entity={entity} onAsk={() => setGateAway(false)} />}
        onStop={onStop}
      />
      {!isHidden && (status?.clock ? <TrackerClock clock={status.clock} /> : <WaitingNotice watch={watch} />)}
      <Areas>
        <Stack>
          <StatusTiles watch={watch} />
          {status && !isHidden && <OnlineStrip online={status.online} />}
        </Stack>
        <StatusMap watch={watch} tripId={tripId} isChosen={chosenTripId !== undefined} />
        <TodaysTrips
          imei={imei}
          isHidden={isHidden}
          selectedId={tripId}
          onSelect={(id) => setChosenTripId(id === chosenTripId ? undefined : id)}
        />
        <UpdateLog {...device} />
      </Areas>
      {entity?.is_consumer && entity.location_hidden && (
        <ConsentGate entity={entity} isOpen={!isGateAway} onClose={() => setGateAway(true)} />
      )}
    </Stack>
  )
}

/** Layout of facts, map, trips and log: side by side, or stacked on narrow screens. */
const Areas = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateAreas: '"map" "facts" "trips" "log"',
  alignItems: 'start',
  gap: theme.spacing(2),
  ...Object.fromEntries(['facts', 'map', 'trips', 'log'].map((gridArea, at) => [`& > *${' + *'.repeat(at)}`, { gridArea }])),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1.8fr) minmax(0, 1fr)',
    gridTemplateAreas: '"facts map" "facts trips" "log trips"',
    gridTemplateRows: 'auto auto 1fr',
  },
}))

function Heading({ watch: { status, imei, phase } }: { watch: DeviceWatch }) {
  const { t } = useTranslation('liveTest')
  const name = status ? (status.entity_name ?? t('onBench')) : formatImei(imei)
  return (
    <div>
      <Row wrap>
        <Text component="h2" size="heading" breaks sx={{ fontSize: 18, lineHeight: '28px' }}>
          {name}
        </Text>
        <div role="status">
          <PhaseChip phase={phase} />
        </div>
      </Row>
      <Text size="dense" tone="secondary">
        {joined([`IMEI ${formatImei(imei)}`, status?.model, status?.business_name])}
      </Text>
    </div>
  )
}
