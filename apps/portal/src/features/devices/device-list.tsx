import { Cpu, Radio } from 'lucide-react'
import { Ago, DateTime } from '../../components/time/time.js'
import { formatCount, formatImei } from '../../lib/format/numbers.js'
import { choicesOf, defineList, listOf } from '../../table/index.js'
import { DeviceConnection, FirmwareCell, ImeiCell, StateChip } from './components/device-cells.js'
import { CONDITIONS_OF, CONNECTIONS, connectionState, isImei, type RegisteredView, STATES, unseenWord } from './device.js'

/** Returns the source of the registered devices of a view. */
export const devicesIn = (view: RegisteredView) =>
  listOf('/api/v1/devices', {
    key: ['devices', 'list', view],
    nameOf: ({ imei, title }) => title ?? imei,
    conditions: CONDITIONS_OF[view],
    csv: { fileName: 'devices.csv' },
  })

/** List of devices. */
export const devices = defineList({
  texts: 'devices',
  source: devicesIn('all'),
  icon: Cpu,
  sort: '-created_at',
  columns: {
    imei: { render: (device) => <ImeiCell device={device} /> },
    title: {},
    description: { isUnsortable: true, isOptional: true },
    model: { onCard: 'meta' },
    firmware_version: { isMinor: true, render: (device) => <FirmwareCell device={device} /> },
    wanted_firmware: { isUnsortable: true, isOptional: true },
    settings_crc: { isOptional: true },
    iccid: { isOptional: true },
    sub_vendor_name: { isUnsortable: true, isOptional: true },
    business_name: { onCard: 'meta' },
    entity_name: { onCard: 'meta' },
    state: { render: (device) => <StateChip device={device} /> },
    connection: { isLive: true, onCard: 'state', render: (device) => <DeviceConnection device={device} /> },
    last_seen: { isLive: true, render: (device, t) => <Ago at={device.last_seen} never={t(unseenWord(device))} /> },
    created_at: { isOptional: true, render: ({ created_at }) => <DateTime at={created_at} /> },
  },
  filters: {
    connection: { choices: (t) => choicesOf(CONNECTIONS, (connection) => t(`map:connection.${connectionState(connection)}`)) },
    state: { choices: (t) => choicesOf(STATES, (state) => t(`states.${state}`)) },
    model: 'text',
    firmware_version: 'text',
    settings_crc: 'text',
    business_name: 'text',
    last_seen: 'period',
    created_at: 'period',
  },
})

/** Unregistered trackers that have contacted the gateway. */
export const unknownDevices = defineList({
  texts: 'devices',
  name: 'unknown-devices',
  source: listOf('/api/v1/devices/unknown', {
    key: ['devices', 'unknown'],
    idOf: ({ imei }) => imei,
    nameOf: ({ imei }) => imei,
  }),
  icon: Radio,
  sort: '-last_seen_at',
  columns: {
    imei: { label: 'identity', render: ({ imei }) => (isImei(imei) ? formatImei(imei) : imei) },
    protocol: { isUnsortable: true, onCard: 'meta' },
    remote_address: { isUnsortable: true, onCard: 'meta' },
    attempts: { isNumeric: true, render: ({ attempts }) => formatCount(attempts) },
    first_seen_at: { render: ({ first_seen_at }) => <Ago at={first_seen_at} /> },
    last_seen_at: { isLive: true, onCard: 'state', render: ({ last_seen_at }) => <Ago at={last_seen_at} /> },
  },
  filters: { protocol: 'text', last_seen_at: 'period' },
})
