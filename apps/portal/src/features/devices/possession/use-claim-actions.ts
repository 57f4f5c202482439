import { Check, Power, Undo2, X, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { useIsSuperAdmin } from '../../../lib/session/session.js'
import type { RowAction } from '../../../table/index.js'
import { type DeviceClaim, isBeingShown, isOpen } from '../device.js'
import { useDeviceChange } from '../queries/device-changes.js'
import { possession } from './possession-queries.js'

/** An action that needs confirmation. */
export interface AskedOfClaim {
  what: 'grant' | 'refuse' | 'withdraw'
  claim: DeviceClaim
}

interface Ways {
  /** Opens the panel that explains how to prove possession. */
  onShow: (claim: DeviceClaim) => void
  onAsk: (asked: AskedOfClaim) => void
}

/** Returns the actions of a waiting registration, for row menus and the panel. An ended registration has no actions. */
export function useClaimActions({ onShow, onAsk }: Ways): (claim: DeviceClaim) => RowAction[] {
  const { t } = useTranslation('devices')
  const missingRight = useMissingRight('manage:devices')
  const isSuperAdmin = useIsSuperAdmin()
  const challenge = useDeviceChange(possession.challenge, { then: onShow })
  const show = (claim: DeviceClaim): RowAction => ({
    label: t('claims.show'),
    icon: Power,
    disabledBecause: missingRight ?? (challenge.isPending || isBeingShown(claim) ? t('claims.possession.running') : undefined),
    onAct: () => challenge.mutate(claim.id),
  })
  return (claim) => {
    const ask = (what: AskedOfClaim['what'], icon: LucideIcon): RowAction => ({
      label: t(`claims.${what}.act`),
      icon,
      disabledBecause: missingRight,
      onAct: () => onAsk({ what, claim }),
    })
    if (!isOpen(claim)) return []
    return [
      show(claim),
      ...(isSuperAdmin ? [ask('grant', Check), { ...ask('refuse', X), isDanger: true }] : []),
      ask('withdraw', Undo2),
    ]
  }
}
