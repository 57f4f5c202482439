import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionRow } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { Stack } from '../../../components/layout/index.js'
import { RowPanel, useLastOpen } from '../../../components/row-panel.js'
import { DateTime } from '../../../components/time/time.js'
import { formatImei } from '../../../lib/format/numbers.js'
import type { RowAction } from '../../../table/index.js'
import { type DeviceClaim, isBeingShown, isOpen } from '../device.js'
import { useDevicesChanged } from '../queries/device-changes.js'
import { Challenge } from './challenge.js'
import { ClaimChip } from './claim-cells.js'
import { claimQuery } from './possession-queries.js'

interface ClaimPanelProps {
  /** Absent while no panel is open. */
  id?: number
  actionsOf: (claim: DeviceClaim) => readonly RowAction[]
  onClose: () => void
}

/** Panel of one registration: its proof of possession and the data to be registered (G-109). */
export function ClaimPanel({ id, actionsOf, onClose }: ClaimPanelProps) {
  const { t } = useTranslation('devices')
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({ ...claimQuery(lastId), enabled })
  const { data: claim } = query
  useRereadAfter(claim ? isBeingShown(claim) : false)
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('claims.gone') }}
      title={claim ? formatImei(claim.imei) : t('claims.panel')}
      subtitle={t('claims.panel')}
      onClose={onClose}
    >
      {(one) => (
        <Stack>
          <Challenge claim={one} />
          {isOpen(one) && <ActionRow actions={actionsOf(one)} />}
          <FactList
            facts={[
              { label: t('columns.state'), value: <ClaimChip claim={one} /> },
              { label: t('columns.business_name'), value: one.business_name },
              { label: t('columns.title'), value: one.title },
              { label: t('columns.description'), value: one.description },
              { label: t('columns.model'), value: one.model },
              { label: t('columns.iccid'), value: one.iccid },
              { label: t('columns.held_by'), value: one.held_by },
              { label: t('columns.delivered_to'), value: one.delivered_to },
              { label: t('claims.askedBy'), value: one.created_by },
              { label: t('columns.asked_at'), value: <DateTime at={one.created_at} /> },
            ]}
          />
        </Stack>
      )}
    </RowPanel>
  )
}

/**
 * Reads the lists again when a challenge ends. This is needed because a challenge ends by itself and not by an action of the
 * user, after which the lists would be read again anyway.
 */
function useRereadAfter(isRunning: boolean): void {
  const changed = useDevicesChanged()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void changed()
    wasRunning.current = isRunning
  })
}
