import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Bike } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { useFormat } from '../../../lib/format/use-format.js'
import type { Device } from '../device.js'
import { installationsQuery } from '../queries/device-queries.js'
import { Loaded } from '../../../components/loaded.js'
import { PanelItem } from './panel-item.js'

/**
 * Lists the vehicles that the tracker was on, newest first. Each entry shows the period, the user, and why the tracker was
 * detached.
 */
export function InstallationsTab({ device, entityPath }: { device: Device; entityPath?: (id: number) => string }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const query = useQuery(installationsQuery(device.id))
  const by = (at: string, name: string | null, kind: 'installed' | 'removed') =>
    name === null
      ? t(`installations.${kind}`, { at: format.dateTime(at) })
      : t(`installations.${kind}By`, { at: format.dateTime(at), name })
  return (
    <Loaded query={query} nothing={{ icon: Bike, title: t('installations.none') }}>
      {(installations) => (
        <ol aria-label={t('panel.installations')}>
          {installations.map(
            ({ id, entity_id, entity_name, installed_at, installed_by, removed_at, removed_by, removal_reason }) => (
              <PanelItem
                key={id}
                title={
                  entity_name !== null && entityPath ? (
                    <Link component={RouterLink} to={entityPath(entity_id)}>
                      {entity_name}
                    </Link>
                  ) : (
                    (entity_name ?? t('installations.elsewhere'))
                  )
                }
                state={removed_at === null ? { label: t('installations.now'), tone: 'moving' } : undefined}
                lines={[
                  by(installed_at, installed_by, 'installed'),
                  removed_at && by(removed_at, removed_by, 'removed'),
                  removal_reason && t('installations.reason', { reason: removal_reason }),
                ]}
              />
            ),
          )}
        </ol>
      )}
    </Loaded>
  )
}
