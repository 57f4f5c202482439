import { Building2, Copy, Link2, PanelRight, Pencil, RotateCcw, Trash2, Unplug, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../components/notifications/use-copy.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import type { RowAction } from '../../table/index.js'
import type { Device } from './device.js'
import { changes, useDeviceChange } from './queries/device-changes.js'

/** An action that opens a dialog first. */
export type Asked = { what: 'attach' | 'detach' | 'delete'; device: Device } | { what: 'link'; devices: readonly Device[] }

interface Ways {
  onOpen: (device: Device) => void
  onEdit: (device: Device) => void
  onAsk: (asked: Asked) => void
}

/** Returns the actions of one device, for row menus and the panel. A disabled action has a reason. */
export function useDeviceActions({ onOpen, onEdit, onAsk }: Ways): (device: Device) => RowAction[] {
  const { t } = useTranslation('devices')
  const copyImei = useCopy(t('done.copied'))
  const cannotManage = useMissingRight('manage:devices')
  const cannotInstall = useMissingRight('create:entity')
  const cannotFind = useMissingRight('index:entity')
  const restore = useDeviceChange(({ id }: Device) => changes.restore(id), {
    done: (_device, { imei }) => t('done.restored', { imei }),
  })

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
    const { imei, state } = device
    const copy: RowAction = { label: t('actions.copyImei'), icon: Copy, onAct: () => copyImei(imei) }
    const managed = (what: 'restore' | 'edit' | 'link', icon: LucideIcon, onAct: () => void): RowAction => ({
      label: t(`actions.${what}`),
      icon,
      disabledBecause: cannotManage,
      onAct,
    })
    if (state === 'deleted') return [managed('restore', RotateCcw, () => restore.mutate(device)), copy]
    const onVehicle = state === 'installed' ? t('refused.installed') : undefined
    return [
      { label: t('actions.open'), icon: PanelRight, onAct: () => onOpen(device) },
      managed('edit', Pencil, () => onEdit(device)),
      moving(device),
      managed('link', Building2, () => onAsk({ what: 'link', devices: [device] })),
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
