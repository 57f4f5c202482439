import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Form, Hint } from '../../../components/layout/index.js'
import { useChange } from '../../../components/notifications/use-change.js'
import { useRefuse } from '../../../components/use-refuse.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import { PurposeFields, purposeShape } from '../fleet/purpose-fields.js'
import { useTripsChanged } from '../fleet/use-trip-changes.js'
import type { LogbookEntry } from './logbook-queries.js'

/** Each message is a key of `trips.json`. */
const schema = z.object({
  ...purposeShape,
  purpose: purposeShape.purpose.exclude(['unsaid']),
  reason: z.string().trim().min(1, 'form.required'),
})
type Values = z.infer<typeof schema>

const MAX_REASON = 250

interface CorrectionDialogProps {
  entry: LogbookEntry & { id: number }
  onClose: () => void
}

/** Corrects a closed entry. The reason stays visible beside the corrected entry. */
export function CorrectionDialog({ entry, onClose }: CorrectionDialogProps) {
  const { t } = useTranslation('trips')
  const formId = useId()
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { purpose: entry.purpose ?? 'business', driver: entry.driver ?? '', note: entry.note ?? '', reason: '' },
  })
  const refuse = useRefuse(form)
  const correct = useChange(
    ({ purpose, driver, note, reason }: Values, key) => {
      const params = { path: { id: entry.id }, header: once(key) }
      const body = { purpose, driver: driver || null, note: note || null, reason }
      return dataOf(api.POST('/api/v1/logbook-entries/{id}/corrections', { params, body }))
    },
    useTripsChanged(),
    { done: () => t('logbook.corrected'), then: onClose, failed: (error) => void refuse(error) },
  )
  return (
    <AskDialog
      title={t('logbook.correctTitle')}
      onClose={onClose}
      act={{ label: t('logbook.save'), formId, isPending: correct.isPending }}
    >
      <Form id={formId} gap={2} onSubmit={form.handleSubmit((values) => correct.mutate(values))}>
        <Hint>{t('logbook.correctText')}</Hint>
        <PurposeFields
          form={form}
          isSaid
          more={(text) => text('reason', { slotProps: { htmlInput: { maxLength: MAX_REASON } } })}
        />
      </Form>
    </AskDialog>
  )
}
