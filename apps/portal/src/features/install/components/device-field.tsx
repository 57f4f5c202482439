import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import { hasLuhnDigit } from '@roadbook/geo/imei'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { ScanButton } from '../../../components/scanner/index.js'
import { isUnreachable } from '../../../lib/api/api-error.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { devicesQuery, type FoundDevice as Found } from '../queries/install-queries.js'

const IMEI_DIGITS = 15
/** */
const ENOUGH_DIGITS = 6
const NONE: readonly Found[] = []

interface DeviceFieldProps {
  /** The whole IMEI of the chosen tracker; empty when none is. */
  value: string
  onChange: (imei: string) => void
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement>
  label: string
  errorText?: string
  /** False where the screen has a scanner of its own. */
  hasScan?: boolean
}

/** Finds a tracker by the end of its IMEI; one that is on a vehicle, or was sent back, is greyed and says so (G-50). */
export function DeviceField({ value, onChange, onBlur, inputRef, label, errorText, hasScan = true }: DeviceFieldProps) {
  const { t } = useTranslation(['install', 'outbox'])
  const { t: tErrors } = useTranslation('errors')
  const { t: tScanner } = useTranslation('scanner')
  const queries = useQueryClient()
  const [typed, setTyped] = useState(value)
  const [isOpen, setIsOpen] = useState(false)
  // Somebody else may set or clear what is chosen: a draft, or the next vehicle.
  const [last, setLast] = useState(value)
  if (last !== value) {
    setLast(value)
    setTyped(value)
  }
  const choose = (imei: string) => {
    setLast(imei)
    onChange(imei)
  }
  const missing = Math.max(0, ENOUGH_DIGITS - typed.length)
  const { data, isFetching, error } = useQuery({ ...devicesQuery(typed), enabled: missing === 0 })
  const found: readonly Found[] = missing === 0 && data ? data.devices : NONE
  const chosen = found.find(({ imei }) => imei === value) ?? null
  const blockedText = ({ blocked, entity_name: name }: Found) =>
    blocked === 'installed'
      ? t('device.installed', { name: name ?? '' })
      : blocked === 'returned'
        ? t('device.returned')
        : undefined
  const isUnknown = missing === 0 && !isFetching && data !== undefined && found.length === 0
  const exact = typed.length === IMEI_DIGITS ? found.find(({ imei }) => imei === typed) : undefined
  // Without a connection a whole number with its right check digit does; whether the device is free is checked at sending.
  const isCut = isUnreachable(error)
  const isRight = typed.length === IMEI_DIGITS && hasLuhnDigit(typed)
  const takeTyped = useEffectEvent(() => {
    if (value !== typed) onChange(typed)
  })
  useEffect(() => {
    if (isCut && isRight) takeTyped()
  }, [isCut, isRight])
  const cutText = typed.length < IMEI_DIGITS ? t('outbox:device.whole') : isRight ? undefined : t('device.mistyped')
  const trouble = error
    ? isCut
      ? cutText
      : errorReason(error, tErrors)
    : isUnknown
      ? t(typed.length === IMEI_DIGITS && data.meta.message ? 'device.mistyped' : 'device.unknown')
      : exact && blockedText(exact)
  const hint = chosen
    ? t('device.chosen', { facts: [chosen.model, chosen.business_name].filter(Boolean).join(' · ') })
    : isCut && isRight
      ? t('outbox:device.accepted')
      : missing > 0 && typed !== ''
        ? t('device.more', { count: missing })
        : t('device.hint')
  const scan = async (imei: string) => {
    if (value !== '') choose('')
    setTyped(imei)
    // What goes wrong the field says: it asks the same.
    const answer = await queries.fetchQuery(devicesQuery(imei)).catch(() => undefined)
    if (answer?.devices.some((device) => device.imei === imei && device.blocked === null)) choose(imei)
  }
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Autocomplete<Found>
          options={found}
          filterOptions={(options) => options}
          value={chosen}
          inputValue={typed}
          forcePopupIcon={false}
          clearOnBlur={false}
          autoHighlight
          loading={isFetching}
          loadingText={t('options.loading')}
          noOptionsText={t('device.unknown')}
          clearText={t('options.clear')}
          open={isOpen && chosen === null && found.length > 0}
          onOpen={() => setIsOpen(true)}
          onClose={() => setIsOpen(false)}
          onInputChange={(_event, text, reason) => {
            if (reason === 'reset' || reason === 'selectOption') return
            const digits = text.replace(/\D/g, '').slice(0, IMEI_DIGITS)
            setTyped(digits)
            if (value !== '' && digits !== value) {
              choose('')
            }
          }}
          onChange={(_event, device) => {
            setTyped(device?.imei ?? '')
            choose(device?.imei ?? '')
          }}
          onBlur={() => {
            if (exact && exact.blocked === null && value === '') onChange(exact.imei)
            onBlur?.()
          }}
          getOptionLabel={({ imei }) => imei}
          getOptionKey={({ id }) => id}
          getOptionDisabled={({ blocked }) => blocked !== null}
          isOptionEqualToValue={(option, one) => option.id === one.id}
          renderOption={({ key, ...option }, device) => (
            <Box component="li" key={key} {...option} sx={{ display: 'block !important' }}>
              <Box sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{formatImei(device.imei)}</Box>
              <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
                {[blockedText(device) ?? t('device.free'), device.model, device.business_name].filter(Boolean).join(' · ')}
              </Box>
            </Box>
          )}
          renderInput={(params) => (
            <Field
              {...params}
              label={label}
              inputRef={inputRef}
              errorText={trouble ?? errorText}
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
            <ScanButton label={tScanner('scanImei')} hint={tScanner('hint')} onRead={(imei) => void scan(imei)} />
          </Box>
        )}
      </Box>
      <Box aria-hidden sx={{ display: 'grid', gridTemplateColumns: `repeat(${ENOUGH_DIGITS}, 1fr)`, gap: 0.75, mt: 1 }}>
        {Array.from({ length: ENOUGH_DIGITS }, (_, at) => (
          <Box key={at} sx={{ height: 4, borderRadius: 1, bgcolor: at < typed.length ? 'primary.main' : 'surface.skeleton' }} />
        ))}
      </Box>
    </Box>
  )
}
