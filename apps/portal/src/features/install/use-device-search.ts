import { hasLuhnDigit } from '@roadbook/geo/imei'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isUnreachable } from '../../lib/api/api-error.js'
import { typedImei } from '../../lib/typed-imei.js'
import { devicesQuery, type FoundDevice } from './queries/install-queries.js'

export const IMEI_DIGITS = 15
/** Minimum number of digits for a search. */
export const ENOUGH_DIGITS = 6
const NONE: readonly FoundDevice[] = []

/**
 * Returns the typed digits, the trackers whose IMEI ends in these digits, and the chosen tracker. `value` is the chosen
 * tracker's full IMEI, or empty.
 */
export function useDeviceSearch(value: string, onChange: (imei: string) => void) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState(value)
  const [isShortened, setShortened] = useState(false)
  // Notices when the value is set or cleared from outside, by a draft or for the next vehicle.
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
  const found: readonly FoundDevice[] = missing === 0 && data ? data.devices : NONE
  const exact = typed.length === IMEI_DIGITS ? found.find(({ imei }) => imei === typed) : undefined
  // Offline, a full IMEI with a valid check digit is accepted. The API checks when the form is sent whether the tracker is
  // available.
  const isCut = isUnreachable(error)
  const isRight = typed.length === IMEI_DIGITS && hasLuhnDigit(typed)
  const takeTyped = useEffectEvent(() => {
    if (value !== typed) onChange(typed)
  })
  useEffect(() => {
    if (isCut && isRight) takeTyped()
  }, [isCut, isRight])
  return {
    typed,
    missing,
    isFetching,
    error,
    isCut,
    isRight,
    found,
    exact,
    chosen: found.find(({ imei }) => imei === value) ?? null,
    isUnknown: missing === 0 && !isFetching && data !== undefined && found.length === 0,
    /** True if the check digit is wrong, which the API reports with a message. */
    isMistyped: typed.length === IMEI_DIGITS && Boolean(data?.meta.message),
    /** True if the pasted number has lost digits, as happens in a spreadsheet. */
    isShortened,
    type: (text: string) => {
      const { digits, isShortened: isLost } = typedImei(text)
      setShortened(isLost)
      setTyped(digits)
      if (value !== '' && digits !== value) choose('')
    },
    pick: (device: FoundDevice | null) => {
      setTyped(device?.imei ?? '')
      choose(device?.imei ?? '')
    },
    /** Chooses a tracker whose full IMEI was typed but not picked from the list. */
    settle: () => {
      if (exact && exact.blocked === null && value === '') onChange(exact.imei)
    },
    scan: async (imei: string) => {
      if (value !== '') choose('')
      setTyped(imei)
      // An error is ignored here, because the field runs the same query and shows the error.
      const answer = await queries.fetchQuery(devicesQuery(imei)).catch(() => undefined)
      if (answer?.devices.some((device) => device.imei === imei && device.blocked === null)) choose(imei)
    },
  }
}

export type DeviceSearch = ReturnType<typeof useDeviceSearch>
