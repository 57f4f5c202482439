import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Form, Hint } from '../../../components/layout/index.js'
import { useChange } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useRefuse } from '../../../components/use-refuse.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import { counted } from '../../../lib/format/numbers.js'
import type { Trip } from '../queries/trip-queries.js'
import { PurposeFields, purposeShape } from './purpose-fields.js'
import { type PURPOSES, useTripsChanged } from './use-trip-changes.js'

const schema = z.object(purposeShape)
type Values = z.infer<typeof schema>

/** The fields of a trip that the dialog changes. */
export type Sayable = Pick<Trip, 'id' | 'purpose' | 'driver' | 'note'>

interface PurposeDialogProps {
  trips: readonly Sayable[]
  onClose: () => void
}

/**
 * Sets the purpose of one trip or many. For many trips, fields left empty stay unchanged. The change can be undone for a day.
 */
export function PurposeDialog({ trips, onClose }: PurposeDialogProps) {
  const { t } = useTranslation('trips')
  const formId = useId()
  const [only] = trips.length === 1 ? trips : []
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: {
      purpose: only ? (only.purpose ?? 'unsaid') : 'business',
      driver: only?.driver ?? '',
      note: only?.note ?? '',
    },
  })
  const saying = useSayPurpose(trips, useRefuse(form), onClose)
  const written = (value: string) => (value === '' && !only ? undefined : value || null)
  const submit = form.handleSubmit(({ purpose, driver, note }) =>
    saying.mutate({ purpose: purpose === 'unsaid' ? null : purpose, driver: written(driver), note: written(note) }),
  )
  return (
    <AskDialog
      title={t('purpose.title')}
      onClose={onClose}
      act={{ label: t('purpose.save'), formId, isPending: saying.isPending }}
    >
      <Form id={formId} gap={2} onSubmit={submit}>
        <Hint>{t('purpose.text', counted(trips.length))}</Hint>
        <PurposeFields form={form} />
        {!only && <Hint>{t('purpose.keep')}</Hint>}
      </Form>
    </AskDialog>
  )
}

interface Said {
  purpose: (typeof PURPOSES)[number] | null
  driver?: string | null
  note?: string | null
}

function useSayPurpose(trips: readonly Sayable[], refuse: (error: unknown) => Promise<void>, onDone: () => void) {
  const { t } = useTranslation('trips')
  const notify = useNotify()
  const changed = useTripsChanged()
  const undo = useChange(
    (id: number, key) =>
      dataOf(api.POST('/api/v1/trips/bulk-purpose/{id}/undo', { params: { path: { id }, header: once(key) } })),
    changed,
    {},
  )
  return useChange(
    (said: Said, key) => {
      const body = { ...said, ids: trips.map(({ id }) => id) }
      return dataOf(api.POST('/api/v1/trips/bulk-purpose', { params: { header: once(key) }, body }))
    },
    changed,
    {
      then: ({ undo_id: undoId, failed, changed: done, results }) => {
        const wayBack = undoId === null ? undefined : { label: t('undo'), onAct: () => undo.mutate(undoId) }
        const reason = results.find(({ message }) => message !== null)?.message ?? ''
        if (failed > 0) notify.warning(t('purpose.some', { changed: done, total: trips.length, reason }), { wayBack })
        else notify.success(t('done.purpose', counted(trips.length)), { wayBack })
        onDone()
      },
      failed: (error) => void refuse(error),
    },
  )
}
