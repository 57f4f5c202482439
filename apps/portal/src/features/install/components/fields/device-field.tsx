import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import { useState, type Ref } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../../components/layout/layout.js'
import { Field } from '../../../../components/field.js'
import { ScanButton } from '../../../../components/scanner/index.js'
import { TrackerOption } from '../../../../components/tracker-option.js'
import type { FoundDevice } from '../../queries/install-queries.js'
import { ENOUGH_DIGITS, useDeviceSearch } from '../../use-device-search.js'
import { useDeviceWords } from '../../use-device-words.js'
import { type InstallFormApi, useFields } from '../../form/use-fields.js'

interface DeviceFieldProps {
  /** Full IMEI of the chosen tracker. Empty if none is chosen. */
  value: string
  onChange: (imei: string) => void
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement>
  label: string
  errorText?: string
  /** False if the screen already has a scanner outside this field. */
  hasScan?: boolean
}

/**
 * Finds a tracker by the end of its IMEI. A tracker that is on a vehicle or was returned is disabled and shows the reason (G-50).
 */
export function DeviceField({ value, onChange, onBlur, inputRef, label, errorText, hasScan = true }: DeviceFieldProps) {
  const { t } = useTranslation(['install', 'scanner'])
  const search = useDeviceSearch(value, onChange)
  const { trouble, hint, unchosen, factsOf } = useDeviceWords(search)
  const [isOpen, setIsOpen] = useState(false)
  const { typed, found, chosen } = search
  return (
    <div>
      <Row align="start">
        <Autocomplete<FoundDevice>
          options={found}
          filterOptions={(options) => options}
          value={chosen}
          inputValue={typed}
          forcePopupIcon={false}
          clearOnBlur={false}
          autoHighlight
          loading={search.isFetching}
          loadingText={t('options.loading')}
          noOptionsText={t('device.unknown')}
          clearText={t('options.clear')}
          open={isOpen && chosen === null && found.length > 0}
          onOpen={() => setIsOpen(true)}
          onClose={() => setIsOpen(false)}
          onInputChange={(_event, text, reason) => {
            if (reason !== 'reset' && reason !== 'selectOption') search.type(text)
          }}
          onChange={(_event, device) => search.pick(device)}
          onBlur={() => {
            search.settle()
            onBlur?.()
          }}
          getOptionLabel={({ imei }) => imei}
          getOptionKey={({ id }) => id}
          getOptionDisabled={({ blocked }) => blocked !== null}
          isOptionEqualToValue={(option, one) => option.id === one.id}
          renderOption={({ key, ...option }, device) => (
            <TrackerOption key={key} {...option} imei={device.imei} facts={factsOf(device)} />
          )}
          renderInput={(params) => (
            <Field
              {...params}
              label={label}
              inputRef={inputRef}
              errorText={trouble ?? (errorText && (unchosen ?? errorText))}
              helperText={hint}
              slotProps={{
                ...params.slotProps,
                htmlInput: { ...params.slotProps.htmlInput, inputMode: 'numeric' },
                formHelperText: { 'aria-live': 'polite' },
              }}
            />
          )}
          sx={{ flex: 1, minWidth: 0 }}
        />
        {hasScan && (
          <Box sx={{ flex: 'none', mt: '26px', '@media (pointer: coarse)': { mt: '20px' } }}>
            <ScanButton label={t('scanner:scanImei')} hint={t('scanner:hint')} onRead={(imei) => void search.scan(imei)} />
          </Box>
        )}
      </Row>
      <DigitMeter typed={typed.length} />
    </div>
  )
}

/** Shows how many of the digits needed for a search are entered. */
const DigitMeter = ({ typed }: { typed: number }) => (
  <Box aria-hidden sx={{ display: 'flex', gap: 0.75, mt: 1 }}>
    {Array.from({ length: ENOUGH_DIGITS }, (_, at) => (
      <Box key={at} sx={{ flex: 1, height: 4, borderRadius: 1, bgcolor: at < typed ? 'primary.main' : 'surface.skeleton' }} />
    ))}
  </Box>
)

interface ImeiFieldProps {
  form: InstallFormApi
  hasScan?: boolean
}

/** The form's field for the tracker. */
export function ImeiField({ form, hasScan }: ImeiFieldProps) {
  const { t } = useTranslation('install')
  const { errorOf } = useFields(form)
  const { isSubmitted } = form.formState
  return (
    <Controller
      control={form.control}
      name="imei"
      render={({ field: { ref, value, onBlur } }) => (
        <DeviceField
          label={t('fields.imei')}
          hasScan={hasScan}
          value={value}
          onChange={(imei) => form.setValue('imei', imei, { shouldDirty: true, shouldValidate: imei !== '' || isSubmitted })}
          onBlur={onBlur}
          inputRef={ref}
          errorText={errorOf('imei')}
        />
      )}
    />
  )
}
