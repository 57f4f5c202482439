import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Controller, useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { Field } from '../../../components/field.js'
import { formTexts } from '../../../components/form-texts.js'
import {
  Bullets,
  Detail,
  FieldPair,
  Fill,
  Frame,
  Hint,
  ListRow,
  Row,
  Stack,
  Text,
  Wrong,
} from '../../../components/layout/index.js'
import { useReread } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { PickList } from '../../../components/pick-list.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { counted, formatCount } from '../../../lib/format/numbers.js'
import { SearchField } from '../../../table/index.js'
import { planEntitiesQuery, tagsQuery, vehiclesQuery } from './plan-queries.js'
import { MAX_DESCRIPTION, MAX_TITLE, MAX_TRIGGERS, METRICS, NEW_TRIGGER, type Plan, type PlanForm, PLANS_KEY } from './plans.js'
import { joined } from '../../../lib/format/joined.js'

interface StepProps {
  form: UseFormReturn<PlanForm>
}

const useWords = (form: StepProps['form']) => {
  const { t } = useTranslation('maintenance')
  return formTexts<PlanForm>(form, {
    label: (name) => t(`form.${name as 'title'}`),
    message: (key) => t(key as 'form.tooLong', { max: MAX_DESCRIPTION }),
  })
}

/** Name and purpose, with the number of characters left (R-208). */
export function PlanDetails({ form, isNew }: StepProps & { isNew: boolean }) {
  const { t } = useTranslation('maintenance')
  const { text, business } = useWords(form)
  const { length } = useWatch({ control: form.control, name: 'description' })
  return (
    <>
      {text('title', { autoFocus: true, slotProps: { htmlInput: { maxLength: MAX_TITLE } } })}
      <Stack gap={0.5}>
        {text('description', { multiline: true, minRows: 3, slotProps: { htmlInput: { maxLength: MAX_DESCRIPTION } } })}
        <Detail>{t('form.room', { length, max: MAX_DESCRIPTION })}</Detail>
      </Stack>
      {isNew && business('business_id', { hint: t('form.businessHint') })}
    </>
  )
}

/** Vehicles of the plan: those that it already has, others chosen by name, and all with a tag. */
export function PlanEntities({ form, plan }: StepProps & { plan?: Plan }) {
  const { t } = useTranslation('maintenance')
  const [search, setSearch] = useState('')
  const list = useInfiniteQuery(vehiclesQuery(search))
  const { data: tags } = useQuery(tagsQuery)
  const { errorOf } = useWords(form)
  const chosen = useWatch({ control: form.control, name: 'entity_ids' })
  const toggle = ({ id }: { id: number }) =>
    form.setValue('entity_ids', chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id], { shouldDirty: true })
  const refused = errorOf('entity_ids')
  return (
    <>
      {plan && plan.entities_count > 0 && <PlanHolds planId={plan.id} held={plan.entities_count} />}
      <Stack gap={1}>
        <Text weight="strong">{t('entities.pick')}</Text>
        <SearchField value={search} label={t('entities.search')} onSearch={setSearch} />
        <PickList
          list={list}
          label={t('entities.pick')}
          empty={{ title: t('entities.none'), text: t('entities.noneText') }}
          moreText={(shown, total) => t('entities.more', { shown: formatCount(shown), total: formatCount(total) })}
          choiceOf={({ name, license_plate, business_name }) => ({
            name,
            about: joined([license_plate, business_name]),
          })}
          chosen={new Set(chosen)}
          onToggle={toggle}
        />
        <Hint aria-live="polite">{t('entities.chosen', counted(chosen.length))}</Hint>
        {refused && <Wrong>{refused}</Wrong>}
      </Stack>
      <Controller
        control={form.control}
        name="tag_id"
        render={({ field: { value, onChange } }) => (
          <Field
            label={t('form.tag_id')}
            isOptional
            errorText={errorOf('tag_id')}
            value={value ?? 0}
            onChange={({ target }) => onChange(Number(target.value) || null)}
            options={[
              { value: 0, label: t('entities.noTag') },
              ...(tags ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            helperText={t('entities.tagHint')}
          />
        )}
      />
    </>
  )
}

/** Vehicles that the plan already has, each with a button to remove it. */
function PlanHolds({ planId, held }: { planId: number; held: number }) {
  const { t } = useTranslation('maintenance')
  const notify = useNotify()
  const reread = useReread(PLANS_KEY, 'maintenance-notifications')
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery(planEntitiesQuery(planId))
  const found = data?.pages.flatMap((page) => page.data) ?? []
  const remove = async (entityId: number) => {
    try {
      const params = { path: { id: planId, entityId } }
      await unwrap(api.DELETE('/api/v1/maintenance-plans/{id}/entities/{entityId}', { params }))
    } catch {
      notify.error(t('failed.removing'))
    }
    await reread()
  }
  return (
    <Stack gap={1}>
      <Text weight="strong">{t('entities.holds', counted(data?.pages[0]?.meta.total ?? held))}</Text>
      {error && <Wrong>{t('failed.entities')}</Wrong>}
      <Frame mostPx={200} component="ul" aria-label={t('entities.ofPlan')}>
        {found.map(({ id, name, business_name }) => (
          <ListRow component="li" key={id}>
            <Fill sx={{ pl: 1.5 }}>
              <Text weight="medium" breaks>
                {name}
              </Text>
              <Detail>{business_name}</Detail>
            </Fill>
            <TooltipIconButton label={t('entities.remove', { name })} icon={Trash2} onClick={() => void remove(id)} />
          </ListRow>
        ))}
      </Frame>
      {hasNextPage && <ActionButton label={t('entities.moreOfPlan')} onClick={() => void fetchNextPage()} />}
    </Stack>
  )
}

/**
 * Intervals in time or distance, as sentences. Each interval is independent of the others (G-76), and a plan has at least one.
 */
export function PlanTriggers({ form }: StepProps) {
  const { t } = useTranslation('maintenance')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'triggers', keyName: 'key' })
  const { message } = form.formState.errors.triggers ?? {}
  return (
    <Stack component="fieldset" gap={2}>
      <Text component="legend" weight="strong">
        {t('form.triggers')}
      </Text>
      {fields.map(({ key }, index) => (
        <Trigger key={key} form={form} index={index} onRemove={fields.length > 1 ? () => remove(index) : undefined} />
      ))}
      {message && <Wrong>{message.startsWith('form.') ? t(message as 'form.tooLong') : message}</Wrong>}
      {fields.length < MAX_TRIGGERS && (
        <Row>
          <ActionButton icon={Plus} label={t('form.addTrigger')} onClick={() => append(NEW_TRIGGER)} />
        </Row>
      )}
    </Stack>
  )
}

/**
 * Maximum usual values of an interval: ten years, or more kilometres than most vehicles ever drive. A higher value is
 * probably a typing error, so the user must confirm it.
 */
const USUAL: Readonly<Record<PlanForm['triggers'][number]['metric'], number>> = {
  days: 3_650,
  weeks: 520,
  months: 120,
  years: 10,
  kilometers: 50_000,
}

function Trigger({ form, index, onRemove }: StepProps & { index: number; onRemove?: () => void }) {
  const { t } = useTranslation('maintenance')
  const { control, register, formState } = form
  const [value, metric] = useWatch({ control, name: [`triggers.${index}.value`, `triggers.${index}.metric`] })
  const wrong = formState.errors.triggers?.[index]
  const textOf = (message: string | undefined) =>
    message?.startsWith('form.') ? t(message as 'form.tooLong', { max: MAX_DESCRIPTION }) : message
  const name = (part: 'name' | 'value' | 'metric' | 'description') => `triggers.${index}.${part}` as const
  return (
    <Stack gap={1.5} pad={1.5} ground="subtle">
      <Row align="end">
        <Fill>
          <Field label={t('form.name')} errorText={textOf(wrong?.name?.message)} {...register(name('name'))} />
        </Fill>
        {onRemove && <TooltipIconButton label={t('form.removeTrigger')} icon={Trash2} onClick={onRemove} />}
      </Row>
      <FieldPair>
        <Field
          label={t('form.every')}
          type="number"
          errorText={textOf(wrong?.value?.message)}
          helperText={Number(value) > USUAL[metric] ? t('form.unusual') : undefined}
          slotProps={{ htmlInput: { min: 1, inputMode: 'numeric' } }}
          {...register(name('value'))}
        />
        <Controller
          control={control}
          name={`triggers.${index}.metric`}
          render={({ field: { ref, ...field } }) => (
            <Field
              label={t('form.metric')}
              inputRef={ref}
              {...field}
              options={METRICS.map((metric) => ({ value: metric, label: t(`metrics.${metric}`) }))}
            />
          )}
        />
      </FieldPair>
      <Field
        label={t('form.todo')}
        isOptional
        errorText={textOf(wrong?.description?.message)}
        slotProps={{ htmlInput: { maxLength: MAX_DESCRIPTION } }}
        {...register(name('description'), { setValueAs: (text: string | null) => text || null })}
      />
    </Stack>
  )
}

/** Review of the complete plan in sentences. */
export function PlanReview({ form, plan }: StepProps & { plan?: Plan }) {
  const { t } = useTranslation('maintenance')
  const { title, description, entity_ids, tag_id, triggers } = form.getValues()
  const { data: tags } = useQuery(tagsQuery)
  const tag = tags?.find(({ id }) => id === tag_id)?.name
  const joining = [
    entity_ids.length > 0 && t('entities.joining', counted(entity_ids.length)),
    tag && t('entities.tagged', { tag }),
  ]
  const held = plan && plan.entities_count > 0 && t('entities.holds', counted(plan.entities_count))
  return (
    <FactList
      facts={[
        { label: t('form.title'), value: title },
        { label: t('form.description'), value: description },
        { label: t('columns.entities_count'), value: [held, ...joining].filter(Boolean).join(', ') || t('entities.nobody') },
        {
          label: t('steps.triggers'),
          value: (
            <Bullets>
              {triggers.map(({ name, metric, value }, at) => (
                <li key={at}>{`${name}: ${t(`every.${metric}`, counted(Number(value)))}`}</li>
              ))}
            </Bullets>
          ),
        },
      ]}
    />
  )
}
