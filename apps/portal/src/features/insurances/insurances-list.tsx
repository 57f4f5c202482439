import Link from '@mui/material/Link'
import { Check, CircleSlash, Clock, Hourglass, Pencil, Trash2, Umbrella } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { AskDialog } from '../../components/ask-dialog.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { ToneChip } from '../../components/tone-chip.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { NONE } from '../../lib/format/none.js'
import { formatPrice } from '../../lib/format/numbers.js'
import { useScreenAddress } from '../../lib/screen-address.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { choicesOf, defineList, listOf, ListTable, type RowAction } from '../../table/index.js'
import { InsuranceDrawer } from './insurance-form.js'
import { COVERAGES, INSURANCES_KEY, shownDay, STATES, type Insurance } from './insurance.js'
import { joined } from '../../lib/format/joined.js'

const looks = {
  pending: { icon: Clock, tone: 'quiet' },
  active: { icon: Check, tone: 'moving' },
  expiring: { icon: Hourglass, tone: 'warning' },
  expired: { icon: CircleSlash, tone: 'missing' },
} as const

export function InsuranceChip({ state }: Pick<Insurance, 'state'>) {
  const { t } = useTranslation('insurances')
  return <ToneChip {...looks[state]} label={t(`states.${state}`)} />
}

const insurances = defineList({
  texts: 'insurances',
  source: listOf('/api/v1/insurances', {
    key: [INSURANCES_KEY],
    nameOf: ({ entity_name, insurer }) => joined([entity_name, insurer]),
    csv: { fileName: 'insurances.csv' },
  }),
  icon: Umbrella,
  sort: 'ends_on',
  columns: {
    entity_name: {
      render: ({ entity_id: id, entity_name }) => (
        <Link component={RouterLink} to={`/entities/${id}`} color="inherit" underline="hover">
          {entity_name}
        </Link>
      ),
    },
    insurer: { onCard: 'meta' },
    policy_number: { onCard: 'meta' },
    coverage: { render: ({ coverage }, t) => t(`coverages.${coverage}`) },
    starts_on: { render: ({ starts_on }) => shownDay(starts_on) },
    ends_on: { onCard: 'meta', render: ({ ends_on }) => shownDay(ends_on) },
    insured_value_minor: {
      isNumeric: true,
      render: ({ insured_value_minor: value, currency }) =>
        value === null || currency === null ? NONE : formatPrice(value, currency),
    },
    business_name: { isOptional: true },
    documents: { isUnsortable: true, isNumeric: true, isOptional: true, render: ({ documents }) => String(documents.length) },
    state: { onCard: 'state', render: ({ state }) => <InsuranceChip state={state} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(STATES, (state) => t(`states.${state}`)) },
    coverage: { choices: (t) => choicesOf(COVERAGES, (coverage) => t(`coverages.${coverage}`)) },
    insurer: 'text',
    business_name: 'text',
    ends_on: 'days',
  },
})

/**
 * List of vehicles' insurances (R-194, R-325). The insurance that ends next comes first. The URL contains the open insurance.
 */
export function InsurancesList() {
  const { t } = useTranslation('insurances')
  const { form, edit, closeForm } = useScreenAddress({ row: 'insurance', views: ['all'] })
  const missingRight = useMissingRight('manage:subscriptions')
  const [removed, setRemoved] = useState<Insurance>()
  const actionsOf = (insurance: Insurance): RowAction[] => [
    { label: t('actions.open'), icon: Pencil, onAct: () => edit(insurance.id), disabledBecause: missingRight },
    {
      label: t('actions.remove'),
      icon: Trash2,
      isDanger: true,
      disabledBecause: missingRight,
      onAct: () => setRemoved(insurance),
    },
  ]
  return (
    <>
      <ListTable
        {...insurances}
        onOpen={({ id }) => {
          if (missingRight === undefined) edit(id)
        }}
        actionsOf={actionsOf}
      />
      {form?.id !== undefined && missingRight === undefined && (
        <InsuranceDrawer key={form.id} subject={{ id: form.id }} onClose={closeForm} />
      )}
      {removed && <RemoveDialog insurance={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

/**
 * Asks for confirmation before an insurance is deleted, because this cannot be undone. Also names what is deleted with the
 * insurance.
 */
function RemoveDialog({ insurance, onClose }: { insurance: Insurance; onClose: () => void }) {
  const { t } = useTranslation(['insurances', 'common'])
  const { id, insurer, policy_number: policy, entity_name: name, documents } = insurance
  const { mutate, isPending } = useChange(
    () => unwrap(api.DELETE('/api/v1/insurances/{id}', { params: { path: { id } } })),
    useReread(INSURANCES_KEY, 'entities'),
    { done: () => t('done.remove', { insurer, name }), then: onClose },
  )
  return (
    <AskDialog
      title={t('remove.title', { insurer, policy })}
      icon={Trash2}
      tone="error"
      isAlert
      keepLabel={t('common:actions.cancel')}
      act={{ label: t('remove.act'), icon: Trash2, isDanger: true, isPending, onAct: () => mutate(undefined) }}
      onClose={onClose}
    >
      {t('remove.text', { name, count: documents.length })}
    </AskDialog>
  )
}
