import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { AskDialog } from '../../components/ask-dialog.js'
import { formTexts } from '../../components/form-texts.js'
import { FieldPair, Form, Hint } from '../../components/layout/index.js'
import { useChange } from '../../components/notifications/use-change.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useRefuse } from '../../components/use-refuse.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { once } from '../../lib/api/headers.js'
import { useClock } from '../../lib/clock.js'
import { useFormat } from '../../lib/format/use-format.js'
import { nameOf, type Service, useServicesChanged } from './services.js'
import { noonOf, useServiceChanges } from './use-service-changes.js'

const MAX_NOTE = 1_000
const MAX_KM = 10_000_000
const MAX_COST = 10_000_000

/** Each message is a key of `services.json`; numbers may stay empty, with a comma for a point. */
const amount = (most: number, places: number) =>
  z
    .string()
    .trim()
    .refine(
      (text) => text === '' || (new RegExp(`^\\d+([.,]\\d{1,${places}})?$`).test(text) && Number(text.replace(',', '.')) <= most),
      'form.number',
    )
const schema = z.object({
  completed_at: z.string().min(1, 'form.required'),
  odometer_m: amount(MAX_KM, 3),
  cost_minor: amount(MAX_COST, 2),
  note: z.string().trim().max(MAX_NOTE),
  tell_customer: z.boolean(),
})
type Values = z.infer<typeof schema>

const scaled = (text: string, by: number) => (text === '' ? null : Math.round(Number(text.replace(',', '.')) * by))

interface DoneDialogProps {
  service: Service
  onClose: () => void
}

/** G-77: what was done, when and at which odometer; the next interval is counted from then. */
export function DoneDialog({ service, onClose }: DoneDialogProps) {
  const { t } = useTranslation('services')
  const formId = useId()
  const clock = useClock()
  const { dayOf } = useServiceChanges()
  const today = dayOf(new Date(clock.now()).toISOString())
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { completed_at: today, odometer_m: '', cost_minor: '', note: '', tell_customer: false },
    mode: 'onTouched',
  })
  const complete = useComplete(service, today, useRefuse(form), onClose)
  const { text, tick } = formTexts<Values>(form, {
    label: (name) => t(`form.${name as 'note'}`),
    message: (key) => t(key as 'form.required'),
  })
  return (
    <AskDialog
      title={t('completing.title', { name: nameOf(service) })}
      onClose={onClose}
      isSheet
      act={{ label: t('completing.act'), formId, isPending: complete.isPending }}
    >
      <Form id={formId} gap={2} onSubmit={form.handleSubmit((values) => complete.mutate(values))}>
        <Hint>{t('completing.text')}</Hint>
        <FieldPair>
          {text('completed_at', { type: 'date', autoFocus: true, slotProps: { htmlInput: { max: today } } })}
          {text('odometer_m', { isOptional: true, slotProps: { htmlInput: { inputMode: 'decimal' } } })}
        </FieldPair>
        {text('cost_minor', { isOptional: true, slotProps: { htmlInput: { inputMode: 'decimal' } } })}
        {text('note', { isOptional: true, multiline: true, minRows: 2, slotProps: { htmlInput: { maxLength: MAX_NOTE } } })}
        {tick('tell_customer', t('form.tell_customer'))}
      </Form>
    </AskDialog>
  )
}

function useComplete(service: Service, today: string, refuse: (error: unknown) => Promise<void>, onClose: () => void) {
  const { t } = useTranslation('services')
  const notify = useNotify()
  const clock = useClock()
  const { timeZone } = useFormat()
  const { change } = useServiceChanges()
  return useChange(
    ({ completed_at: day, odometer_m, cost_minor, note, tell_customer }: Values, key) => {
      const body = {
        // Of today this moment: noon may be yet to come.
        completed_at: day === today ? new Date(clock.now()).toISOString() : noonOf(day, timeZone),
        odometer_m: scaled(odometer_m, 1_000),
        cost_minor: scaled(cost_minor, 100),
        note: note || null,
        tell_customer,
      }
      const params = { path: { id: service.id }, header: once(key) }
      return dataOf(api.POST('/api/v1/maintenance-notifications/{id}/complete', { params, body }))
    },
    useServicesChanged(),
    {
      then: (done) => {
        const wayBack = { label: t('undo'), onAct: () => change([done], { kind: 'reopen' }) }
        notify.success(t('done.complete', { name: nameOf(service) }), { wayBack })
        onClose()
      },
      failed: (error) => void refuse(error),
    },
  )
}
