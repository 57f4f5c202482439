import Box from '@mui/material/Box'
import Collapse from '@mui/material/Collapse'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Lock, Radio, RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { Stack } from '../../../components/layout/index.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import type { components } from '../../../lib/api/schema.js'
import { formatCoordinates, formatCount, formatSpeed, counted } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import type { Device } from '../device.js'
import { messagesQuery } from '../queries/device-queries.js'
import { Code } from './code.js'
import { PanelItem, type Tone } from './panel-item.js'
import { joined } from '../../../lib/format/joined.js'

/** Lists the tracker's messages of the last day, newest first: raw, decoded, and rejected with the reason. */
export function MessagesTab({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const missingRight = useMissingRight('create:entity')
  const query = useInfiniteQuery({ ...messagesQuery(device.imei), enabled: missingRight === undefined })
  if (missingRight !== undefined) return <EmptyState icon={Lock} title={missingRight} />
  if (query.isPending) return <Skeleton height={160} />
  if (query.isError && !query.data) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  const messages = query.data.pages.flatMap(({ data }) => data)
  return (
    <Stack gap={1.5} align="start">
      <ActionButton size="small" loading={query.isRefetching} icon={RefreshCw} onClick={() => void query.refetch()}>
        {t('messages.refresh')}
      </ActionButton>
      {messages.length === 0 && (
        <Box sx={{ justifySelf: 'stretch' }}>
          <EmptyState icon={Radio} title={t('messages.none')} text={t('messages.noneText')} />
        </Box>
      )}
      <Box component="ol" aria-label={t('panel.messages')} sx={{ m: 0, p: 0, width: '100%', listStyle: 'none' }}>
        {messages.map((message, at) => (
          <MessageItem key={`${message.stored_at}-${at}`} message={message} />
        ))}
      </Box>
      {query.hasNextPage && (
        <ActionButton
          variant="text"
          size="small"
          loading={query.isFetchingNextPage}
          label={t('messages.older')}
          onClick={() => void query.fetchNextPage()}
          sx={{ minHeight: { xs: 44, md: 32 } }}
        />
      )}
    </Stack>
  )
}

type Message = components['schemas']['DeviceMessage']
type Fix = components['schemas']['DecodedFix']

const TONES: Readonly<Record<Message['kind'], Tone>> = { packet: 'moving', event: 'idle', rejected: 'missing' }

/** Shows one message or connection event, with its bytes and readings on request. */
function MessageItem({ message }: { message: Message }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { kind, received_at, protocol, gateway, raw, fixes, event, reason, rejected_by } = message
  const hasMore = raw !== null || (fixes?.length ?? 0) > 0 || event !== null
  const type = typeof event?.type === 'string' ? event.type : undefined
  return (
    <PanelItem
      title={`${format.date(received_at)} ${format.clock(received_at)}`}
      state={{ label: t(`messages.kinds.${kind}`), tone: TONES[kind] }}
      lines={[
        joined([protocol, gateway]),
        fixes && t('messages.fixes', counted(fixes.length)),
        type,
        reason && t('messages.rejected', { reason, by: rejected_by ?? '' }),
        message.quarantined && t('messages.quarantined'),
        message.location_hidden && t('messages.hidden'),
      ]}
      actions={
        hasMore && (
          <Link
            component="button"
            variant="caption"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            sx={{ minHeight: { xs: 32, md: 'auto' } }}
          >
            {isOpen ? t('messages.less') : t('messages.more')}
          </Link>
        )
      }
    >
      <Collapse in={isOpen} unmountOnExit id={id}>
        {raw !== null && <Code label={t('messages.raw')} text={raw} />}
        {event && <Code label={t('messages.kinds.event')} text={JSON.stringify(event, null, 2)} />}
        {fixes?.map((fix, at) => (
          <FixFacts key={at} fix={fix} />
        ))}
      </Collapse>
    </PanelItem>
  )
}

function FixFacts({ fix }: { fix: Fix }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const { latitude, longitude, speed_kph: speed, external_battery_mv: external, battery_mv: battery, attributes } = fix
  const volts = (mv: number | null) => mv !== null && `${(mv / 1000).toFixed(1)}\u00a0V`
  const known = (value: number | null) => (value === null ? null : formatCount(value))
  return (
    <Box sx={{ mt: 1, pl: 1.5, borderLeft: 2, borderColor: 'divider' }}>
      <FactList
        facts={[
          { label: t('fix.at'), value: fix.positioned_at && format.dateTime(fix.positioned_at) },
          { label: t('fix.place'), value: latitude !== null && longitude !== null && formatCoordinates(latitude, longitude) },
          { label: t('fix.speed'), value: speed === null ? null : formatSpeed(speed) },
          { label: t('fix.heading'), value: fix.heading === null ? null : `${formatCount(fix.heading)}°` },
          { label: t('fix.satellites'), value: known(fix.satellites) },
          { label: t('fix.signal'), value: known(fix.gsm_signal) },
          { label: t('fix.external'), value: volts(external) },
          {
            label: t('fix.battery'),
            value: volts(battery) || (fix.battery_percent === null ? null : `${fix.battery_percent}\u00a0%`),
          },
        ].map(({ label, value }) => ({ label, value: value || null }))}
      />
      {Object.keys(attributes).length > 0 && <Code label={t('fix.attributes')} text={JSON.stringify(attributes, null, 2)} />}
    </Box>
  )
}
