import Autocomplete from '@mui/material/Autocomplete'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { Fill, Row, Span } from '../../../components/layout/index.js'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { counted } from '../../../lib/format/numbers.js'
import { targetGroupsQuery } from '../queries/report-queries.js'
import { isTooLarge, type TargetGroup } from '../report.js'

interface TargetGroupPickerProps {
  groupId: number | undefined
  onChange: (id: number | undefined) => void
  /** Of the period: a group that is too large for it is marked before it is chosen (G-58). */
  days: number
  label?: string
  error?: string
}

const NONE: readonly TargetGroup[] = []

/** Chooses a target group, each with how many vehicles it has. */
export function TargetGroupPicker({ groupId, onChange, days, label, error }: TargetGroupPickerProps) {
  const { t } = useTranslation('reports')
  const { report_max_entities: most } = useRuntimeConfig()
  const { data: options = NONE, isPending } = useQuery(targetGroupsQuery)
  const chosen = options.find(({ id }) => id === groupId) ?? null
  return (
    <Autocomplete
      options={options}
      loading={isPending}
      value={chosen}
      onChange={(_event, group) => onChange(group?.id)}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loadingText={t('who.loading')}
      noOptionsText={t('who.noGroups')}
      openText={t('who.open')}
      closeText={t('who.close')}
      clearText={t('who.clear')}
      renderInput={(input) => (
        <Field
          {...input}
          label={label ?? t('who.group')}
          placeholder={t('who.chooseGroup')}
          errorText={error}
          helperText={chosen && t('who.count', counted(chosen.entities_count))}
        />
      )}
      renderOption={({ key, ...option }, { name, entities_count: count }) => (
        <li key={key} {...option}>
          <Row grow>
            <Fill>{name}</Fill>
            {isTooLarge(count, days, most) && (
              <Span size="caption" tone="warning">
                <TriangleAlert size={13} aria-hidden /> {t('who.tooMany')}
              </Span>
            )}
            <Span size="caption" tone="tertiary" tabular>
              {t('who.count', counted(count))}
            </Span>
          </Row>
        </li>
      )}
    />
  )
}
