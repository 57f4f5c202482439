import { hasLuhnDigit } from '@roadbook/geo/imei'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isUnreachable } from '../../lib/api/api-error.js'
import { typedImei } from '../../lib/typed-imei.js'
import { devicesQuery, type FoundDevice } from './queries/install-queries.js'

export const IMEI_DIGITS = 15
/** */
export const ENOUGH_DIGITS = 6
const NONE: readonly FoundDevice[] = []

/** What is typed of an IMEI, which trackers end in it, and which of them is chosen: `value` is its whole IMEI, or empty. */
export function useDeviceSearch(value: string, onChange: (imei: string) => void) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState(value)
  const [isShortened, setShortened] = useState(false)
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
  const found: readonly FoundDevice[] = missing === 0 && data ? data.devices : NONE
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
    /** The API says that the check digit is wrong. */
    isMistyped: typed.length === IMEI_DIGITS && Boolean(data?.meta.message),
    /** What was pasted had lost its digits. */
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
    /** A tracker whose whole number is typed is meant, also without picking it. */
    settle: () => {
      if (exact && exact.blocked === null && value === '') onChange(exact.imei)
    },
    scan: async (imei: string) => {
      if (value !== '') choose('')
      setTyped(imei)
      // What goes wrong the field says: it asks the same.
      const answer = await queries.fetchQuery(devicesQuery(imei)).catch(() => undefined)
      if (answer?.devices.some((device) => device.imei === imei && device.blocked === null)) choose(imei)
    },
  }
}

export type DeviceSearch = ReturnType<typeof useDeviceSearch>
