import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { type Action, ActionRow } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { Stack, Text } from '../../../components/layout/index.js'
import { RowPanel, useLastOpen } from '../../../components/row-panel.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { PATHS } from '../../../lib/paths.js'
import { withWords } from '../../../lib/screen-address.js'
import { type AlertRule, ruleQuery } from '../alert.js'
import { ActiveChip } from './active-chip.js'
import { useRuleSentence } from './rule-sentence.js'

interface RulePanelProps {
  /** Undefined while no panel is open. */
  id: number | undefined
  actionsOf: (rule: AlertRule) => readonly Action[]
  onClose: () => void
}

/** One rule beside the list, as a sentence, with the alerts that it raised. */
export function RulePanel({ id, actionsOf, onClose }: RulePanelProps) {
  const { t } = useTranslation('alertRules')
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({ ...ruleQuery(lastId), enabled })
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('form.gone') }}
      title={query.data?.name ?? t('panel.title')}
      subtitle={query.data?.business_name}
      onClose={onClose}
    >
      {(rule) => (
        <Stack>
          <Sentence rule={rule} />
          <ActionRow actions={actionsOf(rule)} />
          <RuleFacts rule={rule} />
          <Link component={RouterLink} to={withWords(PATHS.alerts, { 'f.rule_name': rule.name })}>
            {t('panel.alerts')}
          </Link>
        </Stack>
      )}
    </RowPanel>
  )
}

function Sentence({ rule }: { rule: AlertRule }) {
  return (
    <Stack gap={1}>
      <Text component="p" weight="medium">
        {useRuleSentence()(rule)}
      </Text>
      <div>
        <ActiveChip rule={rule} />
      </div>
    </Stack>
  )
}

function RuleFacts({ rule }: { rule: AlertRule }) {
  const { t } = useTranslation('alertRules')
  const format = useFormat()
  const { quiet_from: from, quiet_till: till, cool_down_min: pause } = rule
  return (
    <FactList
      facts={[
        { label: t('columns.open_count'), value: formatCount(rule.open_count) },
        { label: t('panel.quiet'), value: from && till && `${from}–${till}` },
        { label: t('panel.pause'), value: pause > 0 && format.duration(pause * 60) },
        { label: t('panel.zone'), value: rule.tz },
        { label: t('columns.created_at'), value: format.dateTime(rule.created_at) },
      ]}
    />
  )
}
