import { Hourglass, Truck } from 'lucide-react'
import { Ago, DateTime } from '../../../components/time/time.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { choicesOf, defineList, listOf } from '../../../table/index.js'
import { CLAIM_STATES } from '../device.js'
import { DEVICES_KEY } from '../queries/device-queries.js'
import { ClaimChip, Possession } from './claim-cells.js'
import { HeldBy } from './delivery-cells.js'

/**
 * Registrations that wait for proof of possession (G-109). Ended registrations are listed if the filter asks for their state.
 */
export const claims = defineList({
  texts: 'devices',
  name: 'device-claims',
  source: listOf('/api/v1/device-claims', { key: [DEVICES_KEY, 'claims'], nameOf: ({ imei, title }) => title ?? imei }),
  icon: Hourglass,
  sort: '-created_at',
  columns: {
    imei: { render: ({ imei }) => formatImei(imei) },
    title: {},
    model: { onCard: 'meta' },
    business_name: { onCard: 'meta' },
    state: { onCard: 'state', render: (claim) => <ClaimChip claim={claim} /> },
    challenge: { isUnsortable: true, onCard: 'meta', render: (claim) => <Possession claim={claim} /> },
    held_by: { isUnsortable: true },
    delivered_to: { isUnsortable: true },
    created_at: { label: 'asked_at', render: ({ created_at }) => <Ago at={created_at} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(CLAIM_STATES, (state) => t(`claims.states.${state}`)) },
    model: 'text',
    business_name: 'text',
    asked_at: { key: 'created_at', kind: 'period' },
  },
})

/** Deliveries. The API returns rows only to super admins. */
export const deliveries = defineList({
  texts: 'devices',
  name: 'device-deliveries',
  source: listOf('/api/v1/device-deliveries', {
    key: [DEVICES_KEY, 'deliveries'],
    nameOf: ({ imei }) => imei,
    csv: { fileName: 'deliveries.csv' },
  }),
  icon: Truck,
  sort: '-created_at',
  columns: {
    imei: { render: ({ imei }) => formatImei(imei) },
    tracker_id: { onCard: 'meta' },
    business_name: { label: 'delivered_to', onCard: 'meta' },
    held_by: { isUnsortable: true, onCard: 'meta', render: (delivery) => <HeldBy delivery={delivery} /> },
    created_at: { label: 'delivered_at', onCard: 'state', render: ({ created_at }) => <DateTime at={created_at} /> },
  },
  filters: {
    tracker_id: 'text',
    delivered_to: { key: 'business_name', kind: 'text' },
    delivered_at: { key: 'created_at', kind: 'period' },
  },
})
