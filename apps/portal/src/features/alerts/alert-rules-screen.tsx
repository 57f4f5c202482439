import Box from '@mui/material/Box'
import { BellRing, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { AskDialog } from '../../components/ask-dialog.js'
import { Text } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { Page } from '../../components/page.js'
import { Ago } from '../../components/time/time.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { NONE } from '../../lib/format/none.js'
import { formatCount } from '../../lib/format/numbers.js'
import { useScreenAddress } from '../../lib/screen-address.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { choicesOf, defineList, listOf, ListTable, type RowAction } from '../../table/index.js'
import { hasThreshold } from './alert-rule-form-values.js'
import { AlertRuleDrawer } from './alert-rule-form.js'
import { type AlertRule, ALERT_RULES_KEY, KINDS } from './alert.js'
import { ActiveChip } from './rules/active-chip.js'
import { RulePanel } from './rules/rule-panel.js'
import { useRuleSentence } from './rules/rule-sentence.js'
import { isolated } from '@roadbook/contracts/isolated'

const names = (all: readonly { name: string }[]) => all.map(({ name }) => isolated(name)).join(', ')

const rules = defineList({
  texts: 'alertRules',
  source: listOf('/api/v1/alert-rules', {
    key: [ALERT_RULES_KEY],
    nameOf: ({ name }) => name,
    csv: { fileName: 'alert-rules.csv' },
  }),
  icon: BellRing,
  sort: 'name',
  columns: {
    name: { render: (rule) => <NameCell rule={rule} /> },
    kind: { onCard: 'meta', render: ({ kind }, t) => t(`kinds.${kind}`) },
    threshold: {
      isNumeric: true,
      isOptional: true,
      render: ({ kind, threshold }, t) =>
        threshold === null || !hasThreshold(kind) ? NONE : t(`units.${kind}`, { value: formatCount(threshold) }),
    },
    geofences: {
      isUnsortable: true,
      isOptional: true,
      render: ({ kind, geofences }, t) => (['entry', 'exit', 'speeding'].includes(kind) ? names(geofences) || t('all') : NONE),
    },
    tags: { isUnsortable: true, isOptional: true, render: ({ tags }, t) => names(tags) || t('allVehicles') },
    users: { isUnsortable: true, isOptional: true, render: ({ users }) => names(users) || NONE },
    open_count: { isUnsortable: true, isNumeric: true },
    business_name: { onCard: 'meta' },
    created_at: { isOptional: true, render: ({ created_at }) => <Ago at={created_at} /> },
    active: { isUnsortable: true, onCard: 'state', render: (rule) => <ActiveChip rule={rule} /> },
  },
  filters: {
    kind: { choices: (t) => choicesOf(KINDS, (kind) => t(`kinds.${kind}`)) },
    business_name: 'text',
    created_at: 'period',
  },
})

/** Shows the name of a rule above its sentence. */
function NameCell({ rule }: { rule: AlertRule }) {
  const sentence = useRuleSentence()(rule)
  return (
    <Box sx={{ minWidth: { md: 260 }, maxWidth: 620, py: { md: 0.75 }, whiteSpace: 'normal' }}>
      <Text weight="strong">{rule.name}</Text>
      <Text size="caption" tone="secondary" breaks>
        {sentence}
      </Text>
    </Box>
  )
}

/** List of alert rules. The URL contains the open rule and whether its form is open. */
export function Component() {
  const { t } = useTranslation('alertRules')
  const { openId, open, close, form, create, edit, closeForm } = useScreenAddress({ row: 'rule', views: ['all'] })
  const missingRight = useMissingRight('manage:alerts')
  const [removed, setRemoved] = useState<AlertRule>()
  const actionsOf = (rule: AlertRule): RowAction[] => [
    { label: t('actions.edit'), icon: Pencil, onAct: () => edit(rule.id), disabledBecause: missingRight },
    {
      label: t('actions.delete'),
      icon: Trash2,
      isDanger: true,
      disabledBecause: missingRight,
      onAct: () => setRemoved(rule),
    },
  ]
  const begin = (
    <ActionButton label={t('new')} icon={Plus} variant="contained" disabledBecause={missingRight} onClick={() => create()} />
  )
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling actions={begin}>
      <ListTable {...rules} onOpen={({ id }) => open(id)} openId={openId} actionsOf={actionsOf} />
      <RulePanel id={form ? undefined : openId} actionsOf={actionsOf} onClose={close} />
      {form && missingRight === undefined && <AlertRuleDrawer key={form.id ?? 'new'} id={form.id} onClose={closeForm} />}
      {removed && <DeleteDialog rule={removed} onClose={() => setRemoved(undefined)} onDeleted={close} />}
    </Page>
  )
}

interface DeleteDialogProps {
  rule: AlertRule
  onClose: () => void
  onDeleted: () => void
}

function DeleteDialog({ rule: { id, name }, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation(['alertRules', 'common'])
  const { mutate, isPending } = useChange(
    () => unwrap(api.DELETE('/api/v1/alert-rules/{id}', { params: { path: { id } } })),
    useReread(ALERT_RULES_KEY),
    {
      done: () => t('done.delete', { name }),
      then: () => {
        onClose()
        onDeleted()
      },
    },
  )
  return (
    <AskDialog
      title={t('delete.title', { name })}
      icon={Trash2}
      tone="error"
      isAlert
      keepLabel={t('common:actions.cancel')}
      act={{ label: t('actions.delete'), icon: Trash2, isDanger: true, isPending, onAct: () => mutate(undefined) }}
      onClose={onClose}
    >
      {t('delete.text')}
    </AskDialog>
  )
}
