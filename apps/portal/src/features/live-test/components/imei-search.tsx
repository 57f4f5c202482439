import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { ScanButton } from '../../../components/scanner/index.js'
import { TrackerOption } from '../../../components/tracker-option.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { digitsMissing } from '../live-phase.js'
import { deviceSearchQuery } from '../queries/device-queries.js'
import { typedImei } from '../../../lib/typed-imei.js'
import { joined } from '../../../lib/format/joined.js'

const IMEI_DIGITS = 15

/** Returns the typed digits, the matching trackers and the help text. */
function useImei(onFound: (imei: string) => void) {
  const { t } = useTranslation('liveTest')
  const { t: tErrors } = useTranslation('errors')
  const queries = useQueryClient()
  const [digits, setDigits] = useState('')
  const [isShortened, setShortened] = useState(false)
  const missing = digitsMissing(digits)
  const { data, isFetching, error } = useQuery({ ...deviceSearchQuery(digits), enabled: missing === 0 })
  const found = missing === 0 && data ? data.devices : []
  const isNothing = missing === 0 && !isFetching && data !== undefined && found.length === 0
  const help = error
    ? errorReason(error, tErrors)
    : digits !== '' && missing > 0
      ? t('search.more', { count: missing })
      : isNothing
        ? digits.length === IMEI_DIGITS && data.meta.message
          ? t('search.mistyped')
          : t('search.none')
        : t('search.hint')
  const find = async (imei: string) => {
    setDigits(imei)
    // An error is ignored here, because the field runs the same query and shows the error.
    const answer = await queries.fetchQuery(deviceSearchQuery(imei)).catch(() => undefined)
    if (!answer?.devices.some((device) => device.imei === imei)) return
    setDigits('')
    onFound(imei)
  }
  const type = (text: string) => {
    const typed = typedImei(text)
    setShortened(typed.isShortened)
    setDigits(typed.digits)
  }
  const said = isShortened ? t('search.shortened') : help
  return { digits, setDigits, type, found, isFetching, help: said, isWrong: isShortened || isNothing || error !== null, find }
}

/** Finds a tracker by its IMEI or the last six digits. Shows how many digits are missing. */
export function ImeiSearch({ onFound }: { onFound: (imei: string) => void }) {
  const { t } = useTranslation(['liveTest', 'scanner'])
  const { digits, setDigits, type, found, isFetching, help, isWrong, find } = useImei(onFound)
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, width: '100%', maxWidth: 460 }}>
      <Autocomplete
        options={found}
        filterOptions={(options) => options}
        getOptionLabel={({ imei }) => imei}
        getOptionKey={({ id }) => id}
        inputValue={digits}
        value={null}
        onInputChange={(_event, text, reason) => {
          if (reason !== 'reset') type(text)
        }}
        onChange={(_event, device) => {
          if (!device) return
          setDigits('')
          onFound(device.imei)
        }}
        open={found.length > 0}
        autoHighlight
        clearOnBlur={false}
        loading={isFetching}
        forcePopupIcon={false}
        renderOption={({ key, ...option }, { imei, entity_name, business_name, model }) => (
          <TrackerOption key={key} {...option} imei={imei} facts={joined([entity_name ?? t('onBench'), model, business_name])} />
        )}
        renderInput={(field) => (
          <Field
            {...field}
            label={t('search.label')}
            helperText={help}
            errorText={isWrong ? help : undefined}
            slotProps={{
              ...field.slotProps,
              htmlInput: { ...field.slotProps.htmlInput, inputMode: 'numeric', maxLength: 60 },
              formHelperText: { 'aria-live': 'polite' },
            }}
          />
        )}
        sx={{ flex: 1, minWidth: 0 }}
      />
      <Box sx={{ flex: 'none', mt: '24px' }}>
        <ScanButton label={t('scanner:scanImei')} hint={t('scanner:hint')} onRead={(imei) => void find(imei)} />
      </Box>
    </Box>
  )
}
