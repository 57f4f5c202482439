import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { AskDialog } from '../../../components/ask-dialog.js'
import { daySchemaUntil } from '../../../components/date-fields/moment-schema.js'
import { formTexts } from '../../../components/form-texts.js'
import { FieldPair, Form, Hint } from '../../../components/layout/index.js'
import { useChange } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useRefuse } from '../../../components/use-refuse.js'
import { api, dataOf, unwrap } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import { useClock } from '../../../lib/clock.js'
import { type Day, noonOf } from '../../../lib/day-range.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { toBase64 } from '../../../lib/api/packed-file.js'
import { PhotosField } from '../../returns/index.js'
import { nameOf, type Service, useServicesChanged } from './services.js'
import { useServiceChanges } from './use-service-changes.js'

const MAX_NOTE = 1_000
const MAX_KM = 10_000_000
const MAX_COST = 10_000_000

/** Schema of a number field, which may be empty and may have a decimal comma. Each message is a key of `services.json`. */
const amount = (most: number, places: number) =>
  z
    .string()
    .trim()
    .refine(
      (text) => text === '' || (new RegExp(`^\\d+([.,]\\d{1,${places}})?$`).test(text) && Number(text.replace(',', '.')) <= most),
      'form.number',
    )
const schemaOf = (today: Day) =>
  z.object({
    completed_at: daySchemaUntil(today).min(1, 'form.required'),
    odometer_m: amount(MAX_KM, 3),
    cost_minor: amount(MAX_COST, 2),
    note: z.string().trim().max(MAX_NOTE),
    tell_customer: z.boolean(),
  })
type Values = z.infer<ReturnType<typeof schemaOf>>

const scaled = (text: string, by: number) => (text === '' ? null : Math.round(Number(text.replace(',', '.')) * by))

interface DoneDialogProps {
  service: Service
  onClose: () => void
}

/** Records the work done, its time and the odometer (G-77). The next interval starts from this time and odometer. */
export function DoneDialog({ service, onClose }: DoneDialogProps) {
  const { t } = useTranslation('services')
  const formId = useId()
  const clock = useClock()
  const today = useFormat().day(clock.now())
  const form = useForm<Values>({
    resolver: zodResolver(schemaOf(today)),
    defaultValues: { completed_at: today, odometer_m: '', cost_minor: '', note: '', tell_customer: false },
    mode: 'onTouched',
  })
  const [photos, setPhotos] = useState<readonly Blob[]>([])
  const complete = useComplete(service, { today, photos, refuse: useRefuse(form), onClose })
  const { text, day, tick } = formTexts<Values>(form, {
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
          {day('completed_at', { autoFocus: true, max: today })}
          {text('odometer_m', { isOptional: true, slotProps: { htmlInput: { inputMode: 'decimal' } } })}
        </FieldPair>
        {text('cost_minor', { isOptional: true, slotProps: { htmlInput: { inputMode: 'decimal' } } })}
        {text('note', { isOptional: true, multiline: true, minRows: 2, slotProps: { htmlInput: { maxLength: MAX_NOTE } } })}
        <PhotosField photos={photos} onChange={setPhotos} />
        {tick('tell_customer', t('form.tell_customer'))}
      </Form>
    </AskDialog>
  )
}

interface CompletionWish {
  today: string
  photos: readonly Blob[]
  refuse: (error: unknown) => Promise<void>
  onClose: () => void
}

/** Sends photos one after the other. A photo that is sent twice is stored once. @returns number that failed */
async function sendPhotos(id: number, photos: readonly Blob[]): Promise<number> {
  let lost = 0
  for (const photo of photos) {
    try {
      const body = { content: await toBase64(photo) }
      await unwrap(api.POST('/api/v1/maintenance-notifications/{id}/photos', { params: { path: { id } }, body }))
    } catch {
      lost += 1 // the caller reports it to the user
    }
  }
  return lost
}

function useComplete(service: Service, { today, photos, refuse, onClose }: CompletionWish) {
  const { t } = useTranslation('services')
  const notify = useNotify()
  const clock = useClock()
  const { timeZone } = useFormat()
  const { change } = useServiceChanges()
  return useChange(
    async ({ completed_at: day, odometer_m, cost_minor, note, tell_customer }: Values, key) => {
      const body = {
        // Uses the present time for today, because noon of today may be in the future. Uses noon for other days.
        completed_at: day === today ? new Date(clock.now()).toISOString() : noonOf(day, timeZone),
        odometer_m: scaled(odometer_m, 1_000),
        cost_minor: scaled(cost_minor, 100),
        note: note || null,
        tell_customer,
      }
      const params = { path: { id: service.id }, header: once(key) }
      const done = await dataOf(api.POST('/api/v1/maintenance-notifications/{id}/complete', { params, body }))
      return { done, lost: await sendPhotos(done.id, photos) }
    },
    useServicesChanged(),
    {
      then: ({ done, lost }) => {
        const wayBack = { label: t('undo'), onAct: () => change([done], { kind: 'reopen' }) }
        if (lost > 0) notify.warning(t('done.photosLost', { name: nameOf(service), count: lost }), { wayBack })
        else notify.success(t('done.complete', { name: nameOf(service) }), { wayBack })
        onClose()
      },
      failed: (error) => void refuse(error),
    },
  )
}
