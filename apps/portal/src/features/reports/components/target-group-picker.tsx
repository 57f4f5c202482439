import Autocomplete from '@mui/material/Autocomplete'
import { useQuery } from '@tanstack/react-query'
import { Plus, TriangleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { Fill, Row, Span } from '../../../components/layout/index.js'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { counted, formatCount } from '../../../lib/format/numbers.js'
import { wordFilter } from '../../../lib/search-text.js'
import { usePermission } from '../../../lib/session/session.js'
import { entityOptionsQuery, targetGroupsQuery } from '../queries/report-queries.js'
import { isTooLarge, type TargetGroup } from '../report.js'
import { useIsGone } from '../queries/use-refused-target.js'
import { NewGroupDialog } from './new-group-dialog.js'

interface TargetGroupPickerProps {
  /** Undefined if no group is chosen. With `mayBeAll`, undefined means all vehicles. */
  groupId: number | undefined
  onChange: (id: number | undefined) => void
  /** Number of days in the period. A group that is too large for a report on so many days is marked in the list (G-58). */
  days: number
  /** Offers all vehicles as a choice. */
  mayBeAll?: boolean
  label?: string
  error?: string
}

/** A group, all vehicles, or creating a new group. */
type Choice = TargetGroup | 'all' | 'new'

const NONE: readonly TargetGroup[] = []
const keyOf = (choice: Choice) => (typeof choice === 'string' ? choice : choice.id)

/**
 * Returns true if the user may create target groups. The last choice in the list is then to create a group, so that the list
 * is never empty.
 */
const useMayMake = () => [usePermission('manage:tags'), usePermission('update:entity')].every(Boolean)

/**
 * Chooses a target group from a list with each group's number of vehicles, or creates a group. A target group is a tag whose
 * vehicles are reported on.
 */
export function TargetGroupPicker({ groupId, onChange, days, mayBeAll = false, label, error }: TargetGroupPickerProps) {
  const { t } = useTranslation('reports')
  const { data: groups = NONE, isPending } = useQuery(targetGroupsQuery)
  const isGone = useIsGone(groupId)
  const { data: vehicles } = useQuery({ ...entityOptionsQuery, enabled: mayBeAll })
  const [isMaking, setIsMaking] = useState(false)
  const mayMake = useMayMake()
  const nameOf = (choice: Choice) =>
    typeof choice === 'string' ? t(choice === 'all' ? 'who.all' : 'newGroup.title') : choice.name
  const countOf = (choice: Choice) =>
    typeof choice === 'string' ? (choice === 'all' ? vehicles?.length : undefined) : choice.entities_count
  const find = wordFilter<Choice>({ wordsOf: nameOf })
  const chosen = groupId === undefined && mayBeAll ? 'all' : (groups.find(({ id }) => id === groupId) ?? null)
  const field: Pick<ComponentProps<typeof Field>, 'label' | 'placeholder' | 'errorText' | 'helperText'> = {
    label: label ?? t('who.group'),
    placeholder: t('who.chooseGroup'),
    errorText: isGone ? t('who.gone') : error,
    helperText: useHint({ count: chosen && countOf(chosen), days, hasGroups: isPending || groups.length > 0, mayMake }),
  }
  return (
    <>
      <Autocomplete<Choice>
        options={[...(mayBeAll ? (['all'] as const) : []), ...groups, ...(mayMake ? (['new'] as const) : [])]}
        filterOptions={(choices, state) => [
          ...find(
            choices.filter((one) => one !== 'new'),
            state,
          ),
          ...choices.filter((one) => one === 'new'),
        ]}
        loading={isPending}
        value={chosen}
        onChange={(_event, next) => {
          if (next === 'new') setIsMaking(true)
          else onChange(next === null || next === 'all' ? undefined : next.id)
        }}
        getOptionKey={keyOf}
        getOptionLabel={nameOf}
        isOptionEqualToValue={(one, other) => keyOf(one) === keyOf(other)}
        loadingText={t('who.loading')}
        noOptionsText={t('who.noGroups')}
        openText={t('who.open')}
        closeText={t('who.close')}
        clearText={t('who.clear')}
        renderInput={(input) => <Field {...input} {...field} />}
        renderOption={({ key, ...option }, choice) => (
          <li key={key} {...option}>
            {choice === 'new' ? (
              <Row tone="accent">
                <Plus size={14} aria-hidden /> {nameOf(choice)}
              </Row>
            ) : (
              <Counted name={nameOf(choice)} count={countOf(choice)} days={days} />
            )}
          </li>
        )}
      />
      {isMaking && <NewGroupDialog onMade={onChange} onClose={() => setIsMaking(false)} />}
    </>
  )
}

interface CountProps {
  count: number | null | undefined
  days: number
}

/** Shows a choice with its number of vehicles, and a warning if a report on it would be too large. */
function Counted({ name, count, days }: CountProps & { name: string }) {
  const { t } = useTranslation('reports')
  const { report_max_entities: most } = useRuntimeConfig()
  return (
    <Row grow>
      <Fill>{name}</Fill>
      {typeof count === 'number' && isTooLarge(count, days, most) && (
        <Span size="caption" tone="warning">
          <TriangleAlert size={13} aria-hidden /> {t('who.tooMany')}
        </Span>
      )}
      {typeof count === 'number' && (
        <Span size="caption" tone="tertiary" tabular>
          {t('who.count', counted(count))}
        </Span>
      )}
    </Row>
  )
}

interface HintOf extends CountProps {
  hasGroups: boolean
  mayMake: boolean
}

/**
 * Returns the hint below the field: the choice's number of vehicles and, if there is no group yet, what a group is and who can
 * create one.
 */
function useHint({ count, days, hasGroups, mayMake }: HintOf): ReactNode {
  const { t } = useTranslation('reports')
  const { report_max_entities: most } = useRuntimeConfig()
  const isOver = typeof count === 'number' && isTooLarge(count, days, most)
  const size = typeof count === 'number' ? t('who.count', counted(count)) : undefined
  const about = hasGroups ? undefined : `${t('who.aboutGroups')} ${t(mayMake ? 'who.makeOne' : 'who.whoMakes')}`
  const lines = [isOver ? `${size}: ${t('who.over', { most: formatCount(most) })}` : size, about].filter(
    (line) => line !== undefined,
  )
  if (lines.length === 0) return undefined
  return lines.map((line) => (
    <span key={line} style={{ display: 'block' }}>
      {line}
    </span>
  ))
}
