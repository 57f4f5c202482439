import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/text.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { formatCoordinates, formatHeading, formatSpeed, formatVolts } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { deviceMessagesQuery, type DeviceMessage } from '../queries/device-queries.js'
import type { TrackedDevice } from '../tracked-devices.js'
import { TitledPaper } from './titled-paper.js'
import { joined } from '../../../lib/format/joined.js'

/** Lists the tracker's messages, newest first. Details show the bytes and all decoded values. */
export function UpdateLog({ imei, startedAt }: TrackedDevice) {
  const { t } = useTranslation('liveTest')
  const { t: tErrors } = useTranslation('errors')
  const format = useFormat()
  const [openAt, setOpenAt] = useState<string>()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, isPending } = useInfiniteQuery(deviceMessagesQuery(imei))
  const messages = data?.pages.flatMap((page) => page.data) ?? []
  const fresh = messages.filter(({ kind, received_at }) => kind === 'packet' && Date.parse(received_at) >= startedAt).length
  const isEmpty = Boolean(error) || (!isPending && messages.length === 0)
  return (
    <TitledPaper
      title={t('log.title')}
      note={t('log.since', { count: fresh, time: format.time(startedAt) })}
      instead={isEmpty ? (error ? errorReason(error, tErrors) : t('log.none')) : undefined}
    >
      {!isEmpty && (
        <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={t('log.title')}>
          <Table size="small" sx={{ '& td, & th': { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', px: 1.5 } }}>
            <TableHead>
              <TableRow>
                <TableCell>{t('log.received')}</TableCell>
                <TableCell>{t('log.what')}</TableCell>
                <TableCell align="right">{t('tiles.speed')}</TableCell>
                <TableCell align="right">{t('tiles.heading')}</TableCell>
                <TableCell align="right">{t('tiles.battery')}</TableCell>
                <TableCell />
              </TableRow>
            </TableHead>
            <TableBody>
              {messages.map((message) => {
                const id = keyOf(message)
                return (
                  <Fragment key={id}>
                    <MessageRow
                      message={message}
                      isOpen={openAt === id}
                      onToggle={() => setOpenAt(openAt === id ? undefined : id)}
                    />
                    {openAt === id && <DetailsRow message={message} />}
                  </Fragment>
                )
              })}
            </TableBody>
          </Table>
        </Box>
      )}
      {hasNextPage && (
        <Button variant="text" loading={isFetchingNextPage} onClick={() => void fetchNextPage()} sx={{ m: 1 }}>
          {t('log.older')}
        </Button>
      )}
    </TitledPaper>
  )
}

const keyOf = ({ kind, received_at, stored_at, raw, event }: DeviceMessage) =>
  [kind, received_at, stored_at, raw ?? JSON.stringify(event)].join(' ')

interface MessageRowProps {
  message: DeviceMessage
  isOpen: boolean
  onToggle: () => void
}

function MessageRow({ message, isOpen, onToggle }: MessageRowProps) {
  const { t } = useTranslation('liveTest')
  const format = useFormat()
  const fix = message.fixes?.at(-1)
  const Icon = isOpen ? ChevronUp : ChevronDown
  const speed = fix?.speed_kph
  const millivolts = fix?.external_battery_mv
  return (
    <TableRow>
      <TableCell>{format.clock(message.received_at)}</TableCell>
      <TableCell sx={{ width: '100%' }}>{useSummary(message)}</TableCell>
      <TableCell align="right">{speed == null ? '—' : formatSpeed(speed)}</TableCell>
      <TableCell align="right">{fix?.heading == null ? '—' : formatHeading(fix.heading)}</TableCell>
      <TableCell align="right">{millivolts == null ? '—' : formatVolts(millivolts)}</TableCell>
      <TableCell align="right" sx={{ py: 0 }}>
        <TooltipIconButton label={t('log.details')} icon={Icon} aria-expanded={isOpen} onClick={onToggle} />
      </TableCell>
    </TableRow>
  )
}

/** Returns a one-line summary: the position, or another event of the tracker. */
function useSummary({ kind, event, reason, fixes, location_hidden }: DeviceMessage): string {
  const { t } = useTranslation('liveTest')
  if (kind === 'rejected') return t('log.rejected', { reason })
  if (kind === 'event') {
    const type = event?.type
    if (type === 'connected' || type === 'disconnected') return t(`log.${type}`)
    return typeof type === 'string' ? type : t('log.event')
  }
  if (location_hidden) return t('hidden.short')
  const fix = fixes?.at(-1)
  const isPlaced = fix?.latitude != null && fix.longitude != null
  return isPlaced ? formatCoordinates(fix.latitude!, fix.longitude!) : t('log.noFix')
}

function DetailsRow({ message }: { message: DeviceMessage }) {
  const { t } = useTranslation('liveTest')
  const { raw, fixes, event, protocol, gateway } = message
  const decoded = fixes ?? event
  return (
    <TableRow>
      <TableCell colSpan={6} sx={{ bgcolor: 'surface.subtle', whiteSpace: 'normal !important' }}>
        <Typography variant="caption" component="p" color="textSecondary">
          {joined([protocol, gateway])}
        </Typography>
        <Code label={t('log.raw')} text={raw ?? t(message.location_hidden ? 'hidden.short' : 'log.noRaw')} />
        {decoded && <Code label={t('log.decoded')} text={JSON.stringify(decoded, undefined, 2)} />}
      </TableCell>
    </TableRow>
  )
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <Box sx={{ mt: 1 }}>
      <Text component="h3" size="caption" weight="strong">
        {label}
      </Text>
      <Text component="pre" size="caption" breaks tabIndex={0} sx={{ maxHeight: 200, overflow: 'auto', whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </Box>
  )
}
