import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { Replace } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { ApiError } from '../../../lib/api/api-error.js'
import { useOnceKey } from '../../../lib/api/once-key.js'
import type { components } from '../../../lib/api/schema.js'
import { formatDistance } from '../../../lib/format/numbers.js'
import { changes, type ReplaceDevice, useInstallChange } from '../queries/install-changes.js'
import { DeviceField } from './device-field.js'
import { Section } from './section.js'

/** Why a tracker makes room for another one (G-52). */
const REASONS = ['defective', 'wrong-order', 'end-of-contract', 'other'] as const
type Reason = (typeof REASONS)[number]
type Refusals = Partial<Record<'imei' | 'reason' | 'note', string>>

interface ReplaceFormProps {
  entity: components['schemas']['ReplaceableEntity']
  onReplaced: (imei: string) => void
}

/** The new tracker, why the old one goes, and where to. */
export function ReplaceForm({ entity, onReplaced }: ReplaceFormProps) {
  const { t } = useTranslation('install')
  const notify = useNotify()
  const onceKey = useOnceKey()
  const replace = useInstallChange(changes.replace)
  const [imei, setImei] = useState('')
  const [reason, setReason] = useState<Reason | ''>('')
  const [note, setNote] = useState('')
  const [returned, setReturned] = useState(false)
  const [refusals, setRefusals] = useState<Refusals>({})

  const save = async () => {
    const wrong: Refusals = {
      ...(imei === '' && { imei: t('errors.imei') }),
      ...(reason === '' && { reason: t('errors.reason') }),
      ...(reason === 'other' && note.trim() === '' && { note: t('errors.note') }),
    }
    setRefusals(wrong)
    if (Object.keys(wrong).length > 0 || reason === '') return
    try {
      const body: ReplaceDevice = { imei, reason, note: note.trim() || null, returned }
      await replace.mutateAsync({ id: entity.id, body, key: onceKey({ id: entity.id, ...body }) })
      notify.success(t('replace.done', { name: entity.name }))
      onReplaced(imei)
    } catch (error) {
      if (!(error instanceof ApiError)) return notify.failure(error)
      const { imei: told, reason: why, note: more } = error.fieldErrors
      if (told ?? why ?? more) setRefusals({ imei: told?.[0], reason: why?.[0], note: more?.[0] })
      else notify.failure(error)
    }
  }
  return (
    <Section number={2} title={t('replace.device')} wrong={Object.values(refusals).filter(Boolean).length} isComplete={false}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        sx={{ display: 'grid', gap: 2 }}
      >
        <DeviceField label={t('fields.newImei')} value={imei} onChange={setImei} errorText={refusals.imei} />
        <Field
          select
          label={t('replace.reason')}
          value={reason}
          errorText={refusals.reason}
          onChange={(event) => setReason(event.target.value as Reason)}
        >
          {REASONS.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`replace.reasons.${one}`)}
            </MenuItem>
          ))}
        </Field>
        <Field
          label={t('replace.note')}
          isOptional={reason !== 'other'}
          value={note}
          errorText={refusals.note}
          slotProps={{ htmlInput: { maxLength: 400, autoComplete: 'off' } }}
          onChange={(event) => setNote(event.target.value)}
        />
        <FormControlLabel
          control={<Switch checked={returned} onChange={(_event, next) => setReturned(next)} />}
          label={t('replace.returned')}
          sx={{ m: 0, gap: 1 }}
        />
        <Typography variant="caption" color="textSecondary">
          {t('replace.odometer', { distance: formatDistance(entity.odo) })}
        </Typography>
        <Button
          type="submit"
          variant="contained"
          loading={replace.isPending}
          startIcon={<Replace size={16} strokeWidth={1.75} aria-hidden />}
          sx={{ justifySelf: 'end' }}
        >
          {t('replace.save')}
        </Button>
      </Box>
    </Section>
  )
}
