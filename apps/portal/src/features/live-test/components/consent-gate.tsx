import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { ShieldCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Stack } from '../../../components/layout/layout.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { type Consent, type ConsumerEntity, useRequestConsent, useRevokeConsent } from '../queries/consent-queries.js'

interface ConsentGateProps {
  entity: ConsumerEntity
  isOpen: boolean
  onClose: () => void
}

/**
 * Asks for the customer's consent before the customer's vehicle is shown. Shows the customer, the
 * purpose and the duration. The customer is asked by mail or has agreed in person. Neither way is preselected. While a mail
 * is unanswered, consent given in person can still be recorded.
 */
export function ConsentGate({ entity, isOpen, onClose }: ConsentGateProps) {
  const { t } = useTranslation('liveTest')
  const { t: tErrors } = useTranslation('errors')
  const [channel, setChannel] = useState<Consent['channel']>()
  const request = useRequestConsent(entity.imei)
  const withdraw = useRevokeConsent(entity.imei)
  const { consent, consent_minutes: minutes, has_email: hasEmail } = entity
  const customer = entity.customer_name ?? t('consent.theCustomer')
  const isPending = consent?.state === 'pending'
  const failure = request.error ?? withdraw.error
  const tick = (wanted: Consent['channel']) => setChannel(channel === wanted ? undefined : wanted)
  if (!isOpen) return null
  return (
    <AskDialog
      icon={ShieldCheck}
      tone="primary"
      title={t('consent.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('consent.without')}</Button>
          <ActionButton
            variant="contained"
            loading={request.isPending}
            disabledBecause={channel === undefined ? t('consent.tickFirst') : undefined}
            onClick={() => channel && request.mutate(channel, { onSuccess: () => setChannel(undefined) })}
          >
            {t(channel === 'mail' ? 'consent.send' : 'consent.confirm')}
          </ActionButton>
        </>
      }
    >
      <Stack>
        <Typography variant="body2" color="textSecondary">
          {t('consent.whose', { vehicle: entity.entity_name, customer })}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('consent.purpose', { minutes })}
        </Typography>
        {consent && <ConsentState consent={consent} customer={customer} withdraw={withdraw} />}
        <Stack gap={1}>
          <Choice label={t('consent.agreedHere')} isTicked={channel === 'in-person'} onTick={() => tick('in-person')} />
          {!isPending && (
            <Choice
              label={t('consent.mail')}
              help={hasEmail ? t('consent.mailHelp') : t('consent.noMail')}
              isTicked={channel === 'mail'}
              isDisabled={!hasEmail}
              onTick={() => tick('mail')}
            />
          )}
        </Stack>
        <Alert severity="info" variant="outlined" sx={{ borderColor: 'divider' }}>
          {t('consent.recorded')}
        </Alert>
        {failure && <Alert severity="error">{errorReason(failure, tErrors)}</Alert>}
      </Stack>
    </AskDialog>
  )
}

interface ConsentStateProps {
  consent: Consent
  customer: string
  withdraw: ReturnType<typeof useRevokeConsent>
}

/** Shows the state of the last request for consent. An unanswered request can be withdrawn. */
function ConsentState({ consent, customer, withdraw }: ConsentStateProps) {
  const { t } = useTranslation('liveTest')
  const format = useFormat()
  const { state, expires_at: end } = consent
  if (state === 'declined' || state === 'revoked' || state === 'expired')
    return <Alert severity="warning">{t(`consent.ended.${state}`)}</Alert>
  if (state !== 'pending') return null
  return (
    <Alert
      severity="info"

      action={
        <Button size="small" variant="text" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('consent.withdraw')}
        </Button>
      }
    >
      {t('consent.pending', { customer, time: end ? format.dateTime(end) : '' })}
    </Alert>
  )
}

interface ChoiceProps {
  label: string
  help?: string
  isTicked: boolean
  isDisabled?: boolean
  onTick: () => void
}

function Choice({ label, help, isTicked, isDisabled, onTick }: ChoiceProps) {
  const helpId = useId()
  return (
    <div>
      <FormControlLabel
        disabled={isDisabled}
        control={<Checkbox checked={isTicked} onChange={onTick} slotProps={{ input: { 'aria-describedby': help && helpId } }} />}
        label={label}
        sx={{ alignItems: 'flex-start', mr: 0, '& .MuiCheckbox-root': { mt: -1 } }}
      />
      {help && (
        <FormHelperText id={helpId} sx={{ ml: '20px', mt: 0 }}>
          {help}
        </FormHelperText>
      )}
    </div>
  )
}
