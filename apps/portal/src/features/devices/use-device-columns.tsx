import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column, Filter } from '../../table/index.js'
import { ConnectionChip, DateCell, FirmwareCell, ImeiCell, NONE, SeenCell, StateChip } from './components/device-cells.js'
import { CONNECTIONS, STATES, type Device, type RegisteredView } from './device.js'

/** the columns of the list of devices. */
export function useDeviceColumns(): readonly Column<Device>[] {
  const { t } = useTranslation('devices')
  return useMemo(
    () => [
      { key: 'imei', label: t('columns.imei'), render: (device) => <ImeiCell device={device} /> },
      { key: 'title', label: t('columns.title'), render: ({ title }) => title ?? NONE },
      {
        key: 'description',
        label: t('columns.description'),
        isUnsortable: true,
        isOptional: true,
        render: ({ description }) => description ?? NONE,
      },
      { key: 'model', label: t('columns.model'), onCard: 'meta', render: ({ model }) => model ?? NONE },
      {
        key: 'firmware_version',
        label: t('columns.firmware_version'),
        render: (device) => <FirmwareCell device={device} />,
      },
      {
        key: 'wanted_firmware',
        label: t('columns.wanted_firmware'),
        isUnsortable: true,
        isOptional: true,
        render: ({ wanted_firmware }) => wanted_firmware ?? NONE,
      },
      {
        key: 'settings_crc',
        label: t('columns.settings_crc'),
        isOptional: true,
        render: ({ settings_crc }) => settings_crc ?? NONE,
      },
      { key: 'iccid', label: t('columns.iccid'), isOptional: true, render: ({ iccid }) => iccid ?? NONE },
      {
        key: 'sub_vendor_name',
        label: t('columns.sub_vendor_name'),
        isUnsortable: true,
        isOptional: true,
        render: ({ sub_vendor_name }) => sub_vendor_name ?? NONE,
      },
      { key: 'business_name', label: t('columns.business_name'), onCard: 'meta', render: ({ business_name }) => business_name },
      { key: 'entity_name', label: t('columns.entity_name'), onCard: 'meta', render: ({ entity_name }) => entity_name ?? NONE },
      { key: 'state', label: t('columns.state'), render: (device) => <StateChip device={device} /> },
      {
        key: 'connection',
        label: t('columns.connection'),
        onCard: 'state',
        render: (device) => <ConnectionChip device={device} />,
      },
      { key: 'last_seen', label: t('columns.last_seen'), render: ({ last_seen }) => <SeenCell at={last_seen} /> },
      {
        key: 'created_at',
        label: t('columns.created_at'),
        isOptional: true,
        render: ({ created_at }) => <DateCell at={created_at} />,
      },
    ],
    [t],
  )
}

/** What the list can be narrowed by, beyond what the view asks for already. */
export function useDeviceFilters(view: RegisteredView): readonly Filter[] {
  const { t } = useTranslation('devices')
  return useMemo(() => {
    const all: Filter[] = [
      {
        key: 'connection',
        kind: 'choice',
        label: t('columns.connection'),
        choices: CONNECTIONS.map((value) => ({ value, label: t(`connections.${value}`) })),
      },
      {
        key: 'state',
        kind: 'choice',
        label: t('columns.state'),
        choices: STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      { key: 'model', kind: 'text', label: t('columns.model') },
      { key: 'firmware_version', kind: 'text', label: t('columns.firmware_version') },
      { key: 'settings_crc', kind: 'text', label: t('columns.settings_crc') },
      { key: 'business_name', kind: 'text', label: t('columns.business_name') },
      { key: 'last_seen', kind: 'period', label: t('columns.last_seen') },
      { key: 'created_at', kind: 'period', label: t('columns.created_at') },
    ]
    const settled = view === 'all' || view === 'drift' ? [] : view === 'silent' ? ['state', 'connection'] : ['state']
    return all.filter(({ key }) => !settled.includes(key))
  }, [t, view])
}
