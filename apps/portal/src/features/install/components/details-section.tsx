import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { engineBrandsQuery, engineModelsQuery, freeTagsQuery, powerUnitsQuery } from '../../../lib/catalogue-queries.js'
import { formatPrice } from '../../../lib/format/numbers.js'
import { givenSubscriptionsQuery } from '../../../lib/offered-subscriptions.js'
import { installBusinessesQuery, maintenancePlansQuery, tagGroupsQuery } from '../queries/install-queries.js'
import { type InstallFormApi, NONE, useFields } from '../form/use-fields.js'
import { ChipsField } from './fields/chips-field.js'
import { OptionField } from './fields/option-field.js'
import { Pair } from './section.js'
import { joined } from '../../../lib/format/joined.js'

/**
 * Fields for tags, engine, plan, subscription and, if there is a choice, the business that the vehicle belongs to.
 */
export function DetailsFields({ form }: { form: InstallFormApi }) {
  const { t } = useTranslation('install')
  const engineBrand = useWatch({ control: form.control, name: 'engine_brand' })
  const { data: groups } = useQuery(tagGroupsQuery)
  const { data: tags } = useQuery(freeTagsQuery)
  const { data: engineBrands } = useQuery(engineBrandsQuery)
  const { data: powerUnits } = useQuery(powerUnitsQuery)
  const engineBrandId = engineBrands?.find(({ name }) => name === engineBrand)?.id
  const { data: engineModels } = useQuery(engineModelsQuery(engineBrandId))
  return (
    <>
      <ChipsField form={form} name="tag_groups" label={t('fields.tagGroups')} hint={t('fields.tagGroupsHint')} options={groups} />
      <ChipsField form={form} name="tags" label={t('fields.tags')} options={tags} />
      <Pair isLong>
        <OptionField
          form={form}
          name="engine_brand"
          label={t('fields.engineBrand')}
          isOptional
          options={engineBrands}
          onChosen={() => form.setValue('engine_model', '')}
        />
        <OptionField
          form={form}
          name="engine_model"
          label={t('fields.engineModel')}
          isOptional
          options={engineBrand === '' ? [] : engineModels}
          disabledText={engineBrand === '' ? t('fields.engineBrandFirst') : undefined}
        />
      </Pair>
      <OptionField form={form} name="power_unit" label={t('fields.powerUnit')} isOptional options={powerUnits} />
      <PlanField form={form} />
      <BusinessField form={form} />
      <SubscriptionField form={form} />
    </>
  )
}

/** Field for the vehicle's maintenance plan. Hidden if there is none to choose. */
export function PlanField({ form }: { form: InstallFormApi }) {
  const { t } = useTranslation('install')
  const { choice } = useFields(form)
  const chosenId = useWatch({ control: form.control, name: 'maintenance_plan_id' })
  const { data: plans = [] } = useQuery(maintenancePlansQuery)
  if (plans.length === 0) return null
  const isOfMany = new Set(plans.map(({ business_id: id }) => id)).size > 1
  const options = plans.map(({ id, name, business_name: business }) => ({
    value: id,
    label: isOfMany ? joined([name, business]) : name,
  }))
  return choice(
    'maintenance_plan_id',
    t('fields.maintenancePlan'),
    [{ value: NONE, label: t('fields.noMaintenancePlan') }, ...options],
    { isOptional: true, helperText: plans.find(({ id }) => id === chosenId)?.description ?? undefined },
  )
}

/** Field for the vehicle's subscription, from those offered to its business. Hidden if there is none. */
function SubscriptionField({ form }: { form: InstallFormApi }) {
  const { t } = useTranslation(['install', 'subscriptions'])
  const { choice } = useFields(form)
  const [businessId, chosenId] = useWatch({ control: form.control, name: ['business_id', 'subscription_id'] })
  const { data: offered } = useQuery(givenSubscriptionsQuery(businessId))
  const isGone = offered !== undefined && chosenId !== null && !offered.some(({ id }) => id === chosenId)
  // A subscription that was chosen for another business, or by a preset, is possibly not offered to this business. It is then
  // cleared, because the API would reject it and the field that would show the error is hidden.
  useEffect(() => {
    if (isGone) form.setValue('subscription_id', null)
  }, [isGone, form])
  if (!offered || offered.length === 0) return null
  const options = offered.map(({ id, name, price_minor, currency, period }) => ({
    value: id,
    label: joined([name, t(`subscriptions:per.${period}`, { price: formatPrice(price_minor, currency) })]),
  }))
  return choice('subscription_id', t('fields.subscription'), [{ value: NONE, label: t('fields.noSubscription') }, ...options], {
    isOptional: true,
    helperText: offered.find(({ id }) => id === chosenId)?.description ?? undefined,
  })
}

/** Field for the business that the vehicle belongs to. Hidden if there is only one. */
function BusinessField({ form }: { form: InstallFormApi }) {
  const { t } = useTranslation('install')
  const { choice } = useFields(form)
  const { data: businesses = [] } = useQuery(installBusinessesQuery)
  if (businesses.length < 2) return null
  const options = businesses.map(({ id, name, blocked_message: blocked }) => ({
    value: id,
    label: blocked === null ? name : joined([name, t('mayNot.short')]),
    isDisabled: blocked !== null,
  }))
  return choice('business_id', t('fields.business'), options)
}
