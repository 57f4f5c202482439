import { Building2, Copy, Link2, PanelRight, Pencil, RotateCcw, Trash2, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import type { RowAction } from '../../table/index.js'
import type { Device } from './device.js'
import { changes, useDeviceChange } from './queries/device-changes.js'

/** What is asked for before it is done. */
export type Asked = { what: 'attach' | 'detach' | 'delete'; device: Device } | { what: 'link'; devices: readonly Device[] }

interface Ways {
  onOpen: (device: Device) => void
  onEdit: (device: Device) => void
  onAsk: (asked: Asked) => void
}

/** What can be done with one device, for row menus and the panel alike; what cannot says why. */
export function useDeviceActions({ onOpen, onEdit, onAsk }: Ways): (device: Device) => RowAction[] {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const cannotManage = useMissingRight('manage:devices')
  const cannotInstall = useMissingRight('create:entity')
  const cannotFind = useMissingRight('index:entity')
  const restore = useDeviceChange(changes.restore)

  const moving = (device: Device): RowAction => {
    if (device.state === 'installed')
      return {
        label: t('actions.detach'),
        icon: Unplug,
        disabledBecause: cannotInstall ?? (device.entity_id === null ? t('refused.elsewhere') : undefined),
        onAct: () => onAsk({ what: 'detach', device }),
      }
    const sentBack = device.state === 'returned' ? t('refused.returned') : undefined
    return {
      label: t('actions.attach'),
      icon: Link2,
      disabledBecause: cannotInstall ?? cannotFind ?? sentBack,
      onAct: () => onAsk({ what: 'attach', device }),
    }
  }

  return (device) => {
    const { imei, state, id } = device
    const copy: RowAction = {
      label: t('actions.copyImei'),
      icon: Copy,
      onAct: () => void navigator.clipboard.writeText(imei).then(() => notify.success(t('done.copied')), notify.failure),
    }
    if (state === 'deleted') {
      const onSuccess = () => notify.success(t('done.restored', { imei }))
      return [
        {
          label: t('actions.restore'),
          icon: RotateCcw,
          disabledBecause: cannotManage,
          onAct: () => restore.mutate(id, { onSuccess, onError: notify.failure }),
        },
        copy,
      ]
    }
    const onVehicle = state === 'installed' ? t('refused.installed') : undefined
    return [
      { label: t('actions.open'), icon: PanelRight, onAct: () => onOpen(device) },
      { label: t('actions.edit'), icon: Pencil, disabledBecause: cannotManage, onAct: () => onEdit(device) },
      moving(device),
      {
        label: t('actions.link'),
        icon: Building2,
        disabledBecause: cannotManage,
        onAct: () => onAsk({ what: 'link', devices: [device] }),
      },
      copy,
      {
        label: t('actions.delete'),
        icon: Trash2,
        isDanger: true,
        disabledBecause: cannotManage ?? onVehicle,
        onAct: () => onAsk({ what: 'delete', device }),
      },
    ]
  }
}
