import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller, useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { FormDrawer, useDiscard, type InDrawer } from '../../../components/form-drawer.js'
import { Form, Stack, Text } from '../../../components/layout/index.js'
import { useChange, useReread } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useRefuse } from '../../../components/use-refuse.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { unchanged } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import { BUSINESSES_KEY } from '../../../lib/businesses/business-tree-query.js'
import type { TreeBusiness } from '../../../lib/businesses/business-tree.js'

type TripRests = components['schemas']['TripRests']
type TripRest = components['schemas']['TripRest']
type OwnTripRest = components['schemas']['OwnTripRest']
/** Minutes of rest by type of vehicle. */
type RestsForm = Record<TripRest['vehicle_type'], number>

/** Value for a vehicle type without a setting in this business. The setting of the nearest business above then applies. */
const NONE = 0
const MINUTES = Array.from({ length: 15 }, (_, at) => at + 1)

const restsQuery = (id: number) =>
  queryOptions({
    queryKey: [...BUSINESSES_KEY, id, 'trip-rests'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/businesses/{id}/trip-rests', { params: { path: { id } }, signal })),
  })

const toForm = ({ rests }: TripRests) =>
  Object.fromEntries(rests.map(({ vehicle_type, rest_minutes }) => [vehicle_type, rest_minutes ?? NONE])) as RestsForm
const toBody = (form: RestsForm): OwnTripRest[] =>
  (Object.entries(form) as [TripRest['vehicle_type'], number][]).map(([vehicle_type, minutes]) => ({
    vehicle_type,
    rest_minutes: minutes === NONE ? null : minutes,
  }))

interface RestsDrawerProps {
  node: TreeBusiness
  onClose: () => void
}

/** Sets after how many minutes of rest a trip ends, for each type of vehicle (G-104). */
export function RestsDrawer({ node, onClose }: RestsDrawerProps) {
  const { t } = useTranslation('businesses')
  const query = useQuery({ ...restsQuery(node.id), refetchOnMount: 'always' })
  const { close, onDirty, question } = useDiscard(onClose)
  return (
    <>
      <FormDrawer
        title={t('actions.rests')}
        subtitle={node.name}
        label={t('rests.save')}
        query={query}
        gone={{ title: t('gone.title'), text: t('gone.text') }}
        onClose={close}
      >
        {(drawer, rests) => rests && <RestsFields {...drawer} node={node} rests={rests} onDirty={onDirty} onDone={onClose} />}
      </FormDrawer>
      {question}
    </>
  )
}

interface RestsFieldsProps extends InDrawer {
  node: TreeBusiness
  rests: TripRests
  onDirty: (isDirty: boolean) => void
  onDone: () => void
}

function RestsFields({ formId, during, node, rests, onDirty, onDone }: RestsFieldsProps) {
  const { t } = useTranslation(['businesses', 'map'])
  const form = useForm<RestsForm>({ defaultValues: toForm(rests) })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const save = useSaveRests(node, rests, form, onDone)
  const minutesOf = (count: number) => t('rests.minutes', { count })
  const inheritedOf = ({ inherited: { rest_minutes, from } }: TripRest) => {
    const minutes = minutesOf(rest_minutes)
    return from ? t('rests.above', { business: from.name, minutes }) : t('rests.standard', { minutes })
  }
  const otherwiseOf = ({ inherited: { rest_minutes, from } }: TripRest) => {
    const minutes = minutesOf(rest_minutes)
    return from ? t('rests.otherwiseAbove', { business: from.name, minutes }) : t('rests.otherwiseStandard', { minutes })
  }
  return (
    <Form gap={2.5} id={formId} onSubmit={form.handleSubmit((values) => during(save(values)))}>
      <Stack gap={1}>
        <Text component="p">{t('rests.what')}</Text>
        <Text component="p" tone="secondary">
          {t('rests.since')}
        </Text>
      </Stack>
      {rests.rests.map((rest) => (
        <Controller
          key={rest.vehicle_type}
          control={form.control}
          name={rest.vehicle_type}
          render={({ field: { ref, ...field } }) => (
            <Field
              {...field}
              id={`rest-${rest.vehicle_type}`}
              inputRef={ref}
              label={t(`map:vehicleTypes.${rest.vehicle_type}`)}
              helperText={field.value === NONE ? undefined : otherwiseOf(rest)}
              errorText={form.formState.errors[rest.vehicle_type]?.message}
              options={[
                { value: NONE, label: inheritedOf(rest) },
                ...MINUTES.map((value) => ({ value, label: minutesOf(value) })),
              ]}
            />
          )}
        />
      ))}
    </Form>
  )
}

/**
 * Saves the whole list. If another user changed the list meanwhile, loads that user's version into the form, except into the
 * fields that were changed here.
 */
function useSaveRests(node: TreeBusiness, rests: TripRests, form: UseFormReturn<RestsForm>, onDone: () => void) {
  const { t } = useTranslation('businesses')
  const queries = useQueryClient()
  const notify = useNotify()
  const params = { path: { id: node.id }, header: unchanged(rests) }
  const { mutateAsync } = useChange(
    (body: OwnTripRest[]) => dataOf(api.PUT('/api/v1/businesses/{id}/trip-rests', { params, body: { rests: body } })),
    useReread(BUSINESSES_KEY),
  )
  const refuse = useRefuse(form, {
    reread: async () => toForm(await queries.fetchQuery({ ...restsQuery(node.id), staleTime: 0 })),
  })
  return async (values: RestsForm) => {
    try {
      await mutateAsync(toBody(values))
      notify.success(t('rests.saved', { name: node.name }))
      onDone()
    } catch (error) {
      await refuse(error)
    }
  }
}
