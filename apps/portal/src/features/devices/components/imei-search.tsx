import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/index.js'
import { Field } from '../../../components/field.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { imeiSearchQuery } from '../queries/device-queries.js'
import { useTyped } from '../use-typed.js'

const NONE: readonly never[] = []
const IMEI_DIGITS = 15

/** Finds one tracker by the last digits of its IMEI, as they stand on its label: six or more. */
export function ImeiSearch({ onOpen }: { onOpen: (id: number) => void }) {
  const { t } = useTranslation('devices')
  const [typed, setTyped, asked] = useTyped()
  const digits = asked.replace(/\D/g, '').slice(-IMEI_DIGITS)
  const { data, isFetching } = useQuery(imeiSearchQuery(digits))
  const missing = digits === '' ? 0 : (data?.meta.digits_missing ?? 0)
  const prompt = () => {
    if (digits === '') return t('find.hint')
    if (missing > 0) return t('find.more', { count: missing })
    return data?.meta.message ? t('find.invalid') : t('find.none')
  }
  return (
    <Autocomplete
      value={null}
      options={data?.devices ?? NONE}
      filterOptions={(options) => options}
      loading={isFetching}
      loadingText={t('find.searching')}
      inputValue={typed}
      autoHighlight
      forcePopupIcon={false}
      getOptionLabel={({ imei }) => formatImei(imei)}
      getOptionKey={({ id }) => id}
      noOptionsText={prompt()}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, device) => {
        if (!device) return
        setTyped('')
        onOpen(device.id)
      }}
      renderOption={({ key, ...option }, { imei, model, business_name, entity_name }) => (
        <Box component="li" key={key} {...option} sx={{ display: 'block !important' }}>
          <Text weight="strong" tabular>
            {formatImei(imei)}
          </Text>
          <Text size="caption" tone="secondary" breaks>
            {[model, business_name, entity_name].filter(Boolean).join(' · ')}
          </Text>
        </Box>
      )}
      renderInput={(params) => (
        <Field
          {...params}
          hiddenLabel
          placeholder={t('find.label')}
          helperText={missing > 0 ? t('find.more', { count: missing }) : undefined}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, inputMode: 'numeric', 'aria-label': t('find.label') },
          }}
        />
      )}
      sx={{ width: { xs: '100%', md: 260 }, flex: 'none' }}
    />
  )
}
