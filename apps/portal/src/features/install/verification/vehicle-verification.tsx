import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/layout.js'
import { usePermission } from '../../../lib/session/session.js'
import { CheckList } from './check-list.js'
import { verificationQuery } from './verification-queries.js'

interface VehicleVerificationProps {
  entityId: number
  /** Sends the tracker with this IMEI back. */
  onStartReturn: (imei: string) => void
}

/** On a vehicle's page: the checks of an installation that is not verified yet. One that is needs no card. */
export function VehicleVerification({ entityId, onStartReturn }: VehicleVerificationProps) {
  const { t } = useTranslation('verification')
  const isAllowed = usePermission('create:entity')
  const { data } = useQuery({ ...verificationQuery(entityId), enabled: isAllowed, refetchInterval: false })
  // What became verified before the eyes of somebody stays until they go.
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = data != null && data.state !== 'verified'
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!isAllowed || !data || (!isOpen && !wasOpen)) return null
  return (
    <Stack component="section" ground="paper" gap={1.5} pad={2.5}>
      <Typography variant="h2">{t('title')}</Typography>
      <Box sx={{ maxWidth: 560 }}>
        <CheckList entityId={entityId} size="panel" onStartReturn={() => onStartReturn(data.imei)} />
      </Box>
    </Stack>
  )
}
