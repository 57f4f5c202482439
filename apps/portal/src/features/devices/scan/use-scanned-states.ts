import { useQueries } from '@tanstack/react-query'
import type { components } from '../../../lib/api/schema.js'
import { imeiSearchQuery } from '../queries/device-queries.js'

export type FoundDevice = components['schemas']['FoundDevice']

/** The API's answer about a scanned device. */
export type ScannedState = { is: 'checking' | 'unknown' | 'unchecked' } | { is: 'known'; device: FoundDevice }

/** Looks up each IMEI and returns the results in the same order. */
export const useScannedStates = (imeis: readonly string[]): ScannedState[] =>
  useQueries({
    queries: imeis.map((imei) => imeiSearchQuery(imei)),
    combine: (answers) =>
      answers.map(({ data, isError }, at): ScannedState => {
        if (!data) return { is: isError ? 'unchecked' : 'checking' }
        const device = data.devices.find(({ imei }) => imei === imeis[at])
        return device ? { is: 'known', device } : { is: 'unknown' }
      }),
  })
