import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Row, Stack } from '../../../components/layout/layout.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { Ago } from '../../../components/time/time.js'
import { counted } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import type { Device, DoubtedSender } from '../device.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'
import { doubtedSendersQuery } from '../queries/device-queries.js'

/**
 * Lists the senders that claim to be the tracker but were not trusted, each with buttons to accept or refuse the sender (G-105).
 */
export function DoubtedSenders({ device }: { device: Device }) {
  const { data = [] } = useQuery(doubtedSendersQuery(device.id))
  return data.map((sender) => <Sender key={sender.id} device={device} sender={sender} />)
}

/**
 * Returns the key in `senders` of the text that says whether the sender's data is used. If the vehicle's location is hidden,
 * the text does not reveal whether the data of a new sender is being used.
 */
function whatCounts({ reason, standing, location_hidden: isHidden }: DoubtedSender) {
  if (reason === 'newcomer' && isHidden) return 'unheard'
  return standing ?? 'kept'
}

function Sender({ device: { id, imei }, sender }: { device: Device; sender: DoubtedSender }) {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const disabledBecause = useMissingRight('manage:devices')
  const accept = useDeviceChange(changes.acceptSender)
  const refuse = useDeviceChange(changes.refuseSender)
  const { reason, protocol, network, packets, packets_not_kept: notKept, latitude, longitude, last_at } = sender
  const settle = (change: typeof accept, done: string) =>
    change.mutate({ id, senderId: sender.id }, { onSuccess: () => notify.success(done), onError: notify.failure })
  const place = latitude !== null && longitude !== null && `${latitude.toFixed(3)}, ${longitude.toFixed(3)}`
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle>{t('senders.title')}</AlertTitle>
      <Stack gap={1}>
        <span>
          {t(`senders.${reason}`, { protocol })} {t(`senders.${whatCounts(sender)}`)}
        </span>
        <span>
          {packets === null ? `${protocol} · ${network}` : t('senders.facts', { ...counted(packets), protocol, network })}
          {notKept !== null && notKept > 0 && ` · ${t('senders.notKept', counted(notKept))}`}
          {last_at !== null && (
            <>
              {' · '}
              <Ago at={last_at} />
            </>
          )}
          {place && ` · ${place}`}
        </span>
        <Row wrap>
          <ActionButton
            size="small"
            startIcon={<Check />}
            loading={accept.isPending}
            disabledBecause={disabledBecause}
            onClick={() => settle(accept, t('senders.accepted', { imei }))}
          >
            {t('senders.accept')}
          </ActionButton>
          <ActionButton
            size="small"
            startIcon={<X />}
            loading={refuse.isPending}
            disabledBecause={disabledBecause}
            onClick={() => settle(refuse, t('senders.refused'))}
          >
            {t('senders.refuse')}
          </ActionButton>
        </Row>
      </Stack>
    </Alert>
  )
}
