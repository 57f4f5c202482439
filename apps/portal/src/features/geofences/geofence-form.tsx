import { zodResolver } from '@hookform/resolvers/zod'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDrawer, useDiscard, type InDrawer } from '../../components/form-drawer.js'
import { formTexts } from '../../components/form-texts.js'
import { FieldPair, Fill, Form, Hint, Row, Stack } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useRefuse } from '../../components/use-refuse.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { once, unchanged } from '../../lib/api/headers.js'
import { counted } from '../../lib/format/numbers.js'
import { useSession } from '../../lib/session/session.js'
import { DrawMap } from './draw-map.js'
import {
  EMPTY_GEOFENCE,
  GEOFENCES_KEY,
  geofenceQuery,
  geofenceSchema,
  KINDS,
  reachOf,
  toGeofenceBody,
  toGeofenceForm,
  toPoints,
  toText,
  type Geofence,
  type GeofenceForm,
} from './geofence.js'

interface GeofenceDrawerProps {
  /** Absent: a new one is drawn. */
  id?: number
  onClose: () => void
}

/** A place that rules speak of, drawn on the map or by its coordinates. */
export function GeofenceDrawer({ id, onClose }: GeofenceDrawerProps) {
  const { t } = useTranslation('geofences')
  const query = useQuery({ ...geofenceQuery(id ?? 0), enabled: id !== undefined, refetchOnMount: 'always' })
  const { close, onDirty, question } = useDiscard(onClose)
  return (
    <>
      <FormDrawer
        title={t(id === undefined ? 'form.newTitle' : 'form.editTitle')}
        subtitle={id === undefined ? undefined : t('form.fromNowOn')}
        label={t('form.save')}
        query={id === undefined ? undefined : query}
        gone={{ title: t('form.gone') }}
        onClose={close}
      >
        {(drawer, geofence) => <GeofenceFields {...drawer} geofence={geofence} onDirty={onDirty} onDone={onClose} />}
      </FormDrawer>
      {question}
    </>
  )
}

interface GeofenceFieldsProps extends InDrawer {
  geofence?: Geofence
  onDirty: (isDirty: boolean) => void
  onDone: () => void
}

function GeofenceFields({ formId, during, geofence, onDirty, onDone }: GeofenceFieldsProps) {
  const { t } = useTranslation('geofences')
  const { business_id: businessId } = useSession().user
  const form = useForm<GeofenceForm>({
    resolver: zodResolver(geofenceSchema),
    defaultValues: geofence ? toGeofenceForm(geofence) : { ...EMPTY_GEOFENCE, business_id: businessId },
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const save = useSaveGeofence(form, geofence, onDone)
  const kind = useWatch({ control: form.control, name: 'kind' })
  const { text, choice, business } = formTexts(form, {
    label: (name) => t(`form.${name as 'name'}`),
    message: (key) => t(key as 'errors.name'),
  })
  return (
    <Form gap={2.5} id={formId} onSubmit={form.handleSubmit((values) => during(save(values)))}>
      {text('name')}
      {choice('kind', { options: KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })) })}
      <Drawing form={form} />
      {text('points', {
        multiline: true,
        minRows: kind === 'circle' ? 1 : 3,
        maxRows: 8,
        helperText: t('form.pointsHint'),
        slotProps: { inputLabel: { shrink: true } },
      })}
      <FieldPair>
        {kind !== 'polygon' && text('reach', { slotProps: { htmlInput: { inputMode: 'decimal' } } })}
        {text('limit', { isOptional: true, helperText: t('form.limitHint'), slotProps: { htmlInput: { inputMode: 'numeric' } } })}
      </FieldPair>
      {!geofence && business('business_id')}
      {text('description', { isOptional: true, multiline: true, minRows: 2 })}
    </Form>
  )
}

/** The map above the coordinates: each shows what the other says. */
function Drawing({ form }: { form: UseFormReturn<GeofenceForm> }) {
  const { t } = useTranslation('geofences')
  const [before, setBefore] = useState<Pick<GeofenceForm, 'points' | 'reach'>[]>([])
  const { kind, points, reach, ...rest } = useWatch({ control: form.control }) as GeofenceForm
  const { holes, others } = kind === 'polygon' ? rest : { holes: [], others: [] }
  const drawn = { kind, points: toPoints(points) ?? [], holes, others, reachM: reachOf(reach) }
  const change = (next: Partial<Pick<GeofenceForm, 'points' | 'reach'>>) => {
    setBefore([...before, { points, reach }])
    set(next)
  }
  const set = ({ points: nextPoints, reach: nextReach }: Partial<Pick<GeofenceForm, 'points' | 'reach'>>) => {
    const how = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    if (nextPoints !== undefined) form.setValue('points', nextPoints, how)
    if (nextReach !== undefined) form.setValue('reach', nextReach, how)
  }
  const last = before.at(-1)
  return (
    <Stack gap={1}>
      <DrawMap
        label={t('form.map')}
        drawn={drawn}
        handleLabel={(number) => t('form.handle', { number })}
        onPoints={(next) => change({ points: toText(next) })}
        onReach={(metres) => change({ reach: String(metres) })}
      />
      <Row align="start">
        <Fill>
          <Hint>{t(`form.draw.${kind}`)}</Hint>
          {others.length > 0 && <Hint>{t('form.otherParts', counted(others.length))}</Hint>}
        </Fill>
        <Button
          size="small"
          variant="text"
          startIcon={<Undo2 size={16} />}
          disabled={!last}
          onClick={() => {
            if (last) set(last)
            setBefore(before.slice(0, -1))
          }}
        >
          {t('form.undo')}
        </Button>
      </Row>
    </Stack>
  )
}

/** Saves it; what somebody else changed meanwhile comes in below what was drawn here. */
function useSaveGeofence(form: UseFormReturn<GeofenceForm>, geofence: Geofence | undefined, onDone: () => void) {
  const { t } = useTranslation('geofences')
  const notify = useNotify()
  const queries = useQueryClient()
  const { mutateAsync } = useChange((values: GeofenceForm, key) => {
    const body = toGeofenceBody(values)
    if (!geofence) {
      const { business_id } = values
      return dataOf(api.POST('/api/v1/geofences', { params: { header: once(key) }, body: { ...body, business_id } }))
    }
    const params = { path: { id: geofence.id }, header: unchanged(geofence) }
    return dataOf(api.PUT('/api/v1/geofences/{id}', { params, body }))
  }, useReread(GEOFENCES_KEY))
  const refuse = useRefuse(form, {
    fields: { shape: 'points', reach_m: 'reach', limit_kph: 'limit' },
    ...(geofence && {
      reread: async () => toGeofenceForm((await queries.fetchQuery({ ...geofenceQuery(geofence.id), staleTime: 0 })) ?? geofence),
    }),
  })
  return async (values: GeofenceForm) => {
    try {
      const { name } = await mutateAsync(values)
      notify.success(t('done.save', { name }))
      onDone()
    } catch (error) {
      await refuse(error)
    }
  }
}
