import MenuItem from '@mui/material/MenuItem'
import { LENGTH_UNITS, type LengthUnit } from '@roadbook/contracts/length-unit'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { joined } from '../../lib/format/joined.js'
import { BusinessPicker } from '../businesses/business-picker.js'
import { Field as TextField } from '../field.js'
import { FieldPair, Stack, Text } from '../layout/index.js'
import type { SheetAnswer, SheetImport, SheetKind } from './use-sheet-import.js'

interface ColumnsStepProps<Field extends string, Answer extends SheetAnswer> {
  kind: SheetKind<Field, Answer>
  labelOf: (field: Field) => string
  sheetImport: SheetImport<Field, Answer>
}

/** Step that maps columns to fields, required fields first, and chooses the business of the rows. */
export function ColumnsStep<Field extends string, Answer extends SheetAnswer>(props: ColumnsStepProps<Field, Answer>) {
  const { kind, sheetImport } = props
  const { t } = useTranslation('sheets')
  const { businessId, setBusinessId, errors } = sheetImport
  const others = (Object.keys(kind.known) as Field[]).filter((field) => !kind.needed.includes(field))
  return (
    <>
      <BusinessPicker
        id="import-business"
        label={t('business')}
        value={businessId}
        error={businessId === null ? errors.business : undefined}
        onChange={setBusinessId}
      />
      <Columns {...props} title={t('neededColumns')} fields={kind.needed} />
      {others.length > 0 && <Columns {...props} title={t('otherColumns')} fields={others} />}
    </>
  )
}

interface ColumnsProps<Field extends string, Answer extends SheetAnswer> extends ColumnsStepProps<Field, Answer> {
  title: string
  fields: readonly Field[]
}

/** Column choice for each field, with the first values of the chosen column. */
function Columns<Field extends string, Answer extends SheetAnswer>({
  title,
  fields,
  kind,
  labelOf,
  sheetImport,
}: ColumnsProps<Field, Answer>) {
  const { t } = useTranslation('sheets')
  const { sheet, mapping, map, errors } = sheetImport
  if (!sheet || !mapping) return null
  const sampleOf = (head: string) => {
    const values = sheet.samples.get(head) ?? []
    return values.length === 0 ? t('noValues') : t('values', { values: joined(values) })
  }
  return (
    <Stack gap={1}>
      <Text component="h3" size="dense" weight="strong">
        {title}
      </Text>
      <FieldPair role="group" aria-label={title}>
        {fields.map((field) => (
          <Fragment key={field}>
            <TextField
              select
              label={labelOf(field)}
              value={mapping[field]}
              errorText={errors[field]}
              helperText={mapping[field] === '' ? undefined : sampleOf(mapping[field])}
              onChange={({ target }) => map(field, target.value)}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            >
              <MenuItem value="">{t('noColumn')}</MenuItem>
              {sheet.heads.map((head) => (
                <MenuItem key={head} value={head}>
                  {head}
                </MenuItem>
              ))}
            </TextField>
            {field === kind.measured && mapping[field] !== '' && <UnitField sheetImport={sheetImport} column={mapping[field]} />}
          </Fragment>
        ))}
      </FieldPair>
    </Stack>
  )
}

interface UnitFieldProps<Field extends string, Answer extends SheetAnswer> {
  sheetImport: SheetImport<Field, Answer>
  column: string
}

/** Field for the unit of the numbers in a column, for cells that state no unit. */
function UnitField<Field extends string, Answer extends SheetAnswer>({
  sheetImport: { unit, setUnit },
  column,
}: UnitFieldProps<Field, Answer>) {
  const { t } = useTranslation('sheets')
  return (
    <TextField
      label={t('unitOf', { column })}
      value={unit ?? ''}
      options={LENGTH_UNITS.map((one) => ({ value: one, label: t(`units.${one}`) }))}
      onChange={({ target }) => setUnit(target.value as LengthUnit)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
