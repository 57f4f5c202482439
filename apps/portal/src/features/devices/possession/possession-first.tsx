import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { Hourglass } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Row, Stack } from '../../../components/layout/index.js'
import { useRefuse } from '../../../components/use-refuse.js'
import type { DeviceClaim } from '../device.js'
import { type DeviceForm, isClaimedWhole, toClaim } from '../device-form.js'
import { useDeviceChange } from '../queries/device-changes.js'
import { possession } from './possession-queries.js'

interface PossessionFirstProps {
  form: UseFormReturn<DeviceForm>
  onClaim: (claim: DeviceClaim) => void
}

/** Explains why the device cannot be registered yet, and offers to request its registration (G-109). */
export function PossessionFirst({ form, onClaim }: PossessionFirstProps) {
  const { t } = useTranslation('devices')
  const refuse = useRefuse(form)
  const claim = useDeviceChange(possession.claim, { then: onClaim, failed: (error) => void refuse(error) })
  const wait = form.handleSubmit((values) => claim.mutate(toClaim(values)))
  return (
    <Alert severity="warning">
      <AlertTitle>{t('claims.first.title')}</AlertTitle>
      <Stack gap={1}>
        <span>{t('claims.first.text')}</span>
        {!isClaimedWhole(form.getValues()) && <span>{t('claims.first.later')}</span>}
        <Row>
          <ActionButton
            size="small"
            icon={Hourglass}
            loading={claim.isPending}
            label={t('claims.first.act')}
            onClick={() => void wait()}
          />
        </Row>
      </Stack>
    </Alert>
  )
}
