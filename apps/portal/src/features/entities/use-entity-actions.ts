import {
  BookOpen,
  Copy,
  FileInput,
  FileText,
  MapPinned,
  PanelRight,
  Pencil,
  QrCode,
  RotateCcw,
  Siren,
  TagsIcon,
  Trash2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import type { RowAction } from '../../table/index.js'
import type { Entity } from './entity.js'

/** URLs of a vehicle's screens. Those that the user is not allowed to see are absent. */
export interface EntityPaths {
  page: (entity: Entity) => string
  map?: (entity: Entity) => string
  logbook?: (entity: Entity) => string
  /** Returns the URL of the form that imports earlier rides. */
  importHistory?: (entity: Entity) => string
  /** Returns the URL of a tracker's live test. */
  liveTest?: (imei: string) => string
  /** Returns the URL for installing a tracker. */
  install?: (imei: string) => string
}

/** An action that opens a dialog first. */
export interface Asked {
  what: 'delete' | 'restore'
  entity: Entity
}

interface Ways {
  paths: EntityPaths
  /** Opens the vehicle's panel. Absent if the vehicle is already open. */
  onOpen?: (entity: Entity) => void
  onEdit: (entity: Entity) => void
  onQr: (entity: Entity) => void
  /** Opens tagging, from another feature. */
  onTag: (entity: Entity) => void
  onReport: (entity: Entity) => void
  onAsk: (asked: Asked) => void
}

/** Returns the actions of one vehicle, for row menus, the panel and its page. A disabled action has a reason. */
export function useEntityActions(ways: Ways, isPage = false): (entity: Entity) => RowAction[] {
  const { t } = useTranslation('entities')
  const navigate = useNavigate()
  const notify = useNotify()
  const [cannotUpdate, cannotDelete] = [useMissingRight('update:entity'), useMissingRight('delete:entity')]
  const { paths, onOpen, onEdit, onQr, onTag, onReport, onAsk } = ways
  const reportRefusal = useReportRefusal()
  const { map, logbook, importHistory } = paths
  return (entity) => {
    const noImei = entity.imei === null ? t('noImei') : undefined
    // Reason why an unregistered vehicle cannot be edited.
    const unregistered = entity.vehicle_type === 'unregistered' ? t('refused.unregistered') : undefined
    // A customer's or missing vehicle cannot be deleted.
    const kept = entity.has_customer ? t('refused.customer') : entity.lifecycle === 'missing' ? t('refused.missing') : undefined
    return [
      ...(onOpen ? [{ label: t('actions.open'), icon: PanelRight, onAct: () => onOpen(entity) }] : []),
      ...(isPage ? [] : [{ label: t('actions.page'), icon: FileText, onAct: () => void navigate(paths.page(entity)) }]),
      ...(map ? [{ label: t('actions.map'), icon: MapPinned, onAct: () => void navigate(map(entity)) }] : []),
      ...(logbook ? [{ label: t('actions.logbook'), icon: BookOpen, onAct: () => void navigate(logbook(entity)) }] : []),
      {
        label: t('actions.edit'),
        icon: Pencil,
        disabledBecause: cannotUpdate ?? unregistered,
        onAct: () => onEdit(entity),
      },
      { label: t('actions.tags'), icon: TagsIcon, disabledBecause: cannotUpdate, onAct: () => onTag(entity) },
      ...(importHistory
        ? [{ label: t('actions.importHistory'), icon: FileInput, onAct: () => void navigate(importHistory(entity)) }]
        : []),
      { label: t('actions.qr'), icon: QrCode, disabledBecause: noImei, onAct: () => onQr(entity) },
      {
        label: t('actions.copyImei'),
        icon: Copy,
        disabledBecause: noImei,
        onAct: () =>
          void navigator.clipboard.writeText(entity.imei ?? '').then(() => notify.success(t('imeiCopied')), notify.failure),
      },
      {
        label: t('actions.report'),
        icon: Siren,
        isDanger: true,
        disabledBecause: reportRefusal(entity),
        onAct: () => onReport(entity),
      },
      {
        label: t('actions.delete'),
        icon: Trash2,
        isDanger: true,
        disabledBecause: cannotDelete ?? kept,
        onAct: () => onAsk({ what: 'delete', entity }),
      },
    ]
  }
}

/** Returns the actions of a deleted vehicle. */
export function useDeletedActions(onAsk: (asked: Asked) => void): (entity: Entity) => RowAction[] {
  const { t } = useTranslation('entities')
  const cannotDelete = useMissingRight('delete:entity')
  return (entity) => [
    {
      label: t('actions.restore'),
      icon: RotateCcw,
      disabledBecause: cannotDelete,
      onAct: () => onAsk({ what: 'restore', entity }),
    },
  ]
}

/**
 * Returns the reason why a vehicle cannot be reported missing, by the server's rules. Returns undefined
 * if the vehicle can be reported.
 */
export function useReportRefusal(): (entity: Entity) => string | undefined {
  const { t } = useTranslation('entities')
  const missingRight = useMissingRight('manage:missing-entities')
  return ({ lifecycle, subscription, recovery_contract: isRecovered }) => {
    if (missingRight !== undefined) return missingRight
    if (lifecycle === 'missing') return t('missing.refused.already')
    if (!subscription && !isRecovered) return t('missing.refused.both')
    if (!subscription) return t('missing.refused.subscription')
    return isRecovered ? undefined : t('missing.refused.contract')
  }
}
