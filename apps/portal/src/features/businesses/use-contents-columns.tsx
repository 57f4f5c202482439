import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Tooltip from '@mui/material/Tooltip'
import { CircleDashed } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout/layout.js'
import { Span, Text } from '../../components/layout/text.js'
import { useMinute } from '../../lib/clock.js'
import { formatImei } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { StateGlyph } from '../../map/state-glyph.js'
import type { Column } from '../../table/index.js'
import type { BusinessDevice, BusinessEntity, BusinessUser } from './queries/contents-sources.js'

const NONE = '—'
const DAY_MS = 86_400_000

const Strong = ({ children }: { children: string }) => (
  <Span weight="strong" breaks>
    {children}
  </Span>
)

function Age({ at }: { at: string | null }) {
  const { t } = useTranslation('businesses')
  const format = useFormat()
  const now = useMinute()
  if (at === null) return t('columns.neverSeen')
  return (
    <Tooltip title={format.dateTime(at)}>
      <span>{format.relative(at, now)}</span>
    </Tooltip>
  )
}

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
          {t(`columns.connection.${state}`)}
        </Row>
      }
      sx={{ bgcolor: `${tone}.soft`, color: `${tone}.main`, '& .MuiChip-label': { px: 0.75 } }}
    />
  )
}

/** The columns of what hangs on a business; which business it is, where lists include those below. */
export function useContentsColumns(isWithBelow: boolean) {
  const { t } = useTranslation(['businesses', 'map'])
  return useMemo(() => {
    const business = {
      ...{ key: 'business_name', label: t('columns.business'), isUnsortable: true, isOptional: !isWithBelow },
      render: ({ business_name: name }: { business_name: string }) => name,
    }
    const created = {
      ...{ key: 'created_at', label: t('columns.created') },
      render: ({ created_at: at }: { created_at: string }) => <Day at={at} />,
    }
    const devices: Column<BusinessDevice>[] = [
      { key: 'imei', label: t('columns.imei'), render: ({ imei }) => <Strong>{formatImei(imei)}</Strong> },
      {
        ...{ key: 'entity_name', label: t('columns.entity'), isUnsortable: true, onCard: 'meta' },
        render: ({ entity_name: name }) => name ?? NONE,
      },
      { ...business, onCard: 'meta' },
      { key: 'model', label: t('columns.model'), render: ({ model }) => model ?? NONE },
      {
        ...{ key: 'firmware_version', label: t('columns.firmware'), isUnsortable: true, isOptional: true },
        render: ({ firmware_version: version }) => version ?? NONE,
      },
      created,
      {
        key: 'last_received_at',
        label: t('columns.lastSeen'),
        onCard: 'meta',
        render: (one) => <Age at={one.last_received_at} />,
      },
      {
        ...{ key: 'connection', label: t('columns.status'), isUnsortable: true, onCard: 'state' },
        render: (one) => <Connection at={one.last_received_at} />,
      },
    ]
    const entities: Column<BusinessEntity>[] = [
      {
        ...{ key: 'name', label: t('columns.name') },
        render: ({ name, frame_number: code }) => (
          <Box sx={{ lineHeight: '18px', py: '4px' }}>
            <Strong>{name}</Strong>
            {code && (
              <Text size="caption" tone="tertiary">
                {code}
              </Text>
            )}
          </Box>
        ),
      },
      {
        ...{ key: 'vehicle_type', label: t('columns.type'), onCard: 'meta' },
        render: ({ vehicle_type: type }) => t(`map:vehicleTypes.${type as 'eBike'}`),
      },
      { ...business, onCard: 'meta' },
      { key: 'license_plate', label: t('columns.plate'), render: ({ license_plate: plate }) => plate ?? NONE },
      {
        ...{ key: 'imei', label: t('columns.imei'), isUnsortable: true, onCard: 'meta' },
        render: ({ imei }) => (imei ? formatImei(imei) : NONE),
      },
      created,
    ]
    const users: Column<BusinessUser>[] = [
      { key: 'name', label: t('columns.name'), render: ({ name }) => <Strong>{name}</Strong> },
      { key: 'email', label: t('columns.email'), onCard: 'meta', render: ({ email }) => email },
      { key: 'role', label: t('columns.role'), isUnsortable: true, onCard: 'meta', render: ({ role }) => role },
      { ...business, onCard: 'meta' },
      { key: 'last_seen_at', label: t('columns.lastSeen'), render: ({ last_seen_at: at }) => <Age at={at} /> },
      created,
    ]
    return { devices, entities, users }
  }, [t, isWithBelow])
}
