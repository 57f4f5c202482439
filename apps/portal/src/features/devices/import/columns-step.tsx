import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'
import { FieldPair } from '../../../components/layout/index.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Field } from '../../../components/field.js'
import type { Sheet } from './file-step.js'
import { type Mapping, SHEET_FIELDS } from './read-heads.js'

interface ColumnsStepProps {
  sheet: Sheet
  mapping: Mapping
  businessId: number | null
  errors: Record<string, string | undefined>
  onMapping: (mapping: Mapping) => void
  onBusiness: (id: number | null) => void
}

/** Which column holds what, and whose the trackers will be. */
export function ColumnsStep({ sheet, mapping, businessId, errors, onMapping, onBusiness }: ColumnsStepProps) {
  const { t } = useTranslation('devices')
  return (
    <>
      <BusinessPicker
        id="import-business"
        label={t('columns.business_name')}
        value={businessId}
        error={businessId === null ? errors.business : undefined}
        onChange={onBusiness}
      />
      <FieldPair role="group" aria-label={t('import.steps.columns')}>
        {SHEET_FIELDS.map((field) => (
          <Field
            key={field}
            select
            label={t(`columns.${field}`)}
            value={mapping[field]}
            errorText={field === 'imei' ? errors.imei : undefined}
            onChange={({ target }) => onMapping({ ...mapping, [field]: target.value })}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{t('import.noColumn')}</MenuItem>
            {sheet.heads.map((head) => (
              <MenuItem key={head} value={head}>
                {head}
              </MenuItem>
            ))}
          </Field>
        ))}
      </FieldPair>
    </>
  )
}
