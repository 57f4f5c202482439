import Box from '@mui/material/Box'
import { Bike, Cpu, Users } from 'lucide-react'
import { ConnectionChip } from '../../map/connection-chip.js'
import { Detail, Span } from '../../components/layout/index.js'
import { Ago } from '../../components/time/time.js'
import { useMinute } from '../../lib/clock.js'
import { NONE } from '../../lib/format/none.js'
import { formatImei } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { connectionOf } from '../../map/entity-state.js'
import { useSameDay } from '../../map/use-same-day.js'
import { defineList } from '../../table/index.js'
import { devicesOf, entitiesOf, type Place, usersOf } from './queries/contents-sources.js'

const Strong = ({ children }: { children: string }) => (
  <Span weight="strong" breaks>
    {children}
  </Span>
)

const Day = ({ at }: { at: string }) => useFormat().date(at)

/** Shows the state of the connection by this browser's clock. Days begin at midnight in the profile's time zone. */
function Connection({ at }: { at: string | null }) {
  const now = useMinute()
  const isSameDay = useSameDay()
  return <ConnectionChip heard={at === null ? 'never' : connectionOf(Date.parse(at), now, isSameDay)} />
}

const created_at = { render: ({ created_at }: { created_at: string }) => <Day at={created_at} /> }
/** Column with the business, for lists that include the businesses below. */
const businessIn = ({ below }: Place) => ({ isUnsortable: true, isOptional: !below, onCard: 'meta' }) as const
const COMMON = { texts: 'businesses', sort: '-created_at' } as const

/** Returns the lists of devices, entities and users of a business. */
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
        render: ({ last_received_at: at, location_hidden: isHidden }, t) => (
          <Ago at={at} never={t(isHidden ? 'map:hidden.short' : 'neverSeen')} />
        ),
      },
      connection: {
        isUnsortable: true,
        onCard: 'state',
        render: ({ last_received_at: at, location_hidden: isHidden }, t) =>
          isHidden ? t('map:hidden.short') : <Connection at={at} />,
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
