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
  /** Starts the return of the tracker with this IMEI. */
  onStartReturn: (imei: string) => void
}

/** Shows the checks of an unverified installation on a vehicle's page. A verified installation has no card. */
export function VehicleVerification({ entityId, onStartReturn }: VehicleVerificationProps) {
  const { t } = useTranslation('verification')
  const isAllowed = usePermission('create:entity')
  const { data } = useQuery({ ...verificationQuery(entityId), enabled: isAllowed, refetchInterval: false })
  // If an installation is verified while the user watches, its card stays visible until the user leaves the page.
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
