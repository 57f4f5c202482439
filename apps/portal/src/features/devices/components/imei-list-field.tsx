import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { Stack, Text } from '../../../components/layout/index.js'
import { counted } from '../../../lib/format/numbers.js'
import { imeiKey, imeiValues } from '../imei-words.js'
import { type ReadImeis, readImeis } from '../read-imeis.js'

interface ImeiListFieldProps {
  value: string
  error?: string
  /** Result of parsing the text. Set if the text may contain more than IMEIs. `more` is shown beside the count. */
  read?: ReadImeis
  more?: string
  /** Helper text. By default it asks for IMEIs only. */
  hint?: string
  onChange: (text: string) => void
}

const SHOWN_WRONG = 5

/**
 * Field for a list of IMEIs: typed, pasted, or read by a hand scanner that sends Enter after each IMEI. Shows immediately how
 * many IMEIs it recognised (G-70).
 */
export function ImeiListField({ value, onChange, error, read, more, hint }: ImeiListFieldProps) {
  const { t } = useTranslation('devices')
  const { imeis, repeated, wrong, reasons } = read ?? readImeis(value)
  return (
    <Stack gap={0.5}>
      <Field
        autoFocus
        multiline
        minRows={5}
        maxRows={10}
        label={t('link.list')}
        value={value}
        errorText={error}
        helperText={hint ?? t('link.listHint')}
        onChange={({ target }) => onChange(target.value)}
        slotProps={{
          htmlInput: { autoComplete: 'off', spellCheck: false, inputMode: 'text' },
          input: { sx: { fontVariantNumeric: 'tabular-nums' } },
        }}
      />
      <Text role="status" size="caption" tone="secondary">
        {imeis.length > 0 && t('link.count', counted(imeis.length))}
        {more !== undefined && ` · ${more}`}
        {repeated > 0 && ` · ${t('link.repeated', counted(repeated))}`}
        {wrong.length > 0 && (
          <Text tone="warning" breaks>
            {t('link.wrong', { ...counted(wrong.length), list: wrong.slice(0, SHOWN_WRONG).join(', ') })}
            {wrong.length > SHOWN_WRONG && ' …'}
            {reasons.map((reason) => ` ${t(imeiKey(reason), imeiValues(reason))}.`)}
          </Text>
        )}
      </Text>
    </Stack>
  )
}
