import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { Bike, CircleDashed, Cpu, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Row, Detail, Span } from '../../components/layout/index.js'
import { Ago } from '../../components/time.js'
import { useMinute } from '../../lib/clock.js'
import { NONE } from '../../lib/format/none.js'
import { formatImei } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { StateGlyph } from '../../map/state-glyph.js'
import { defineList } from '../../table/index.js'
import { devicesOf, entitiesOf, type Place, usersOf } from './queries/contents-sources.js'

const DAY_MS = 86_400_000

const Strong = ({ children }: { children: string }) => (
  <Span weight="strong" breaks>
    {children}
  </Span>
)

const Day = ({ at }: { at: string }) => useFormat().date(at)

/** Heard of within a day, silent for longer, or never: as the statistics count. */
function Connection({ at }: { at: string | null }) {
  const { t } = useTranslation('businesses')
  const now = useMinute()
  const state = at === null ? 'never' : now - new Date(at).getTime() < DAY_MS ? 'seen' : 'offline'
  const tone = { never: 'warning', seen: 'moving', offline: 'offline' }[state]
  return (
    <Chip
      label={
        <Row component="span" gap={0.5}>
          {state === 'never' && <CircleDashed size={14} />}
          {state === 'offline' && <StateGlyph state="offline" />}
          {state === 'seen' && (
            <Box component="span" aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'moving.main' }} />
          )}
          {t(`connections.${state}`)}
        </Row>
      }
      sx={{ bgcolor: `${tone}.soft`, color: `${tone}.main`, '& .MuiChip-label': { px: 0.75 } }}
    />
  )
}

const created_at = { render: ({ created_at }: { created_at: string }) => <Day at={created_at} /> }
/** Which business it is, where lists include those below. */
const businessIn = ({ below }: Place) => ({ isUnsortable: true, isOptional: !below, onCard: 'meta' }) as const
const COMMON = { texts: 'businesses', sort: '-created_at' } as const

/** What hangs on a business, each kind as a list of its own. */
export const contentsOf = (place: Place) => ({
  devices: defineList({
    ...COMMON,
    name: 'business-devices',
    source: devicesOf(place),
    icon: Cpu,
    columns: {
      imei: { render: ({ imei }) => <Strong>{formatImei(imei)}</Strong> },
      entity_name: { isUnsortable: true, onCard: 'meta' },
      business_name: businessIn(place),
      model: {},
      firmware_version: { isUnsortable: true, isOptional: true },
      created_at,
      last_received_at: {
        onCard: 'meta',
        render: ({ last_received_at }, t) => <Ago at={last_received_at} never={t('neverSeen')} />,
      },
      connection: {
        isUnsortable: true,
        onCard: 'state',
        render: ({ last_received_at }) => <Connection at={last_received_at} />,
      },
    },
    filters: { model: 'text', last_received_at: 'period', created_at: 'period' },
  }),
  entities: defineList({
    ...COMMON,
    name: 'business-entities',
    source: entitiesOf(place),
    icon: Bike,
    columns: {
      name: {
        render: ({ name, frame_number: code }) => (
          <Box sx={{ lineHeight: '18px', py: '4px' }}>
            <Strong>{name}</Strong>
            {code && <Detail>{code}</Detail>}
          </Box>
        ),
      },
      vehicle_type: { onCard: 'meta', render: ({ vehicle_type }, t) => t(`map:vehicleTypes.${vehicle_type as 'eBike'}`) },
      business_name: businessIn(place),
      license_plate: {},
      imei: { isUnsortable: true, onCard: 'meta', render: ({ imei }) => (imei ? formatImei(imei) : NONE) },
      created_at,
    },
    filters: { license_plate: 'text', created_at: 'period' },
  }),
  users: defineList({
    ...COMMON,
    name: 'business-users',
    source: usersOf(place),
    icon: Users,
    columns: {
      name: { render: ({ name }) => <Strong>{name}</Strong> },
      email: { onCard: 'meta' },
      role: { isUnsortable: true, onCard: 'meta' },
      business_name: businessIn(place),
      last_seen_at: { render: ({ last_seen_at }, t) => <Ago at={last_seen_at} never={t('neverSeen')} /> },
      created_at,
    },
    filters: { role: 'text', created_at: 'period' },
  }),
})
