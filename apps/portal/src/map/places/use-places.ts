import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, unwrap } from '../../lib/api/api-client.js'
import { ApiError } from '../../lib/api/api-error.js'
import { useReason } from '../../lib/api/use-reason.js'
import type { components } from '../../lib/api/schema.js'
import type { Place } from '../../lib/place.js'

/** Town, street, address or region that the API found by its name. */
export type NamedPlace = components['schemas']['FoundPlace']

const SHORTEST = 2
const LONGEST = 200
/** Milliseconds after the last keystroke before the search. */
const PAUSE_MS = 150
const FRESH_MS = 600_000
const NONE: readonly NamedPlace[] = []
const TOO_OFTEN = 429

export interface PlaceHits {
  places: readonly NamedPlace[]
  isUnderWay: boolean
  /** Sentence that says why places are missing: none has this name, or they cannot be searched. */
  note: string | undefined
  /** Asks the operator's geocoder for the typed address. Absent where there is none, and after it was asked. */
  searchAddresses: (() => void) | undefined
}

interface Search {
  query: string
  /** Middle of the view, by which places are preferred. */
  near?: string
}

const placesQuery = ({ query, near }: Search, withAddresses: boolean, language: string) =>
  queryOptions({
    queryKey: ['places', language, query, near, withAddresses],
    queryFn: ({ signal }) => {
      const parameters = { query, ...(near && { near }), ...(withAddresses && { addresses: 'true' as const }) }
      return unwrap(api.GET('/api/v1/places', { params: { query: parameters }, signal }))
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Rounded, so that a small move of the map does not search again. */
const rounded = ({ latitude, longitude }: Place) => `${latitude.toFixed(1)},${longitude.toFixed(1)}`

/**
 * Searches towns, streets and addresses by their names shortly after typing. While results load, the previous ones remain.
 * @param middleOf returns the middle of the map's view
 */
export function usePlaces(typed: string, middleOf: () => Place | undefined): PlaceHits {
  const { t, i18n } = useTranslation('map')
  const reason = useReason()
  const wanted = typed.trim().slice(0, LONGEST)
  const [search, setSearch] = useState<Search>({ query: '' })
  /** Text whose addresses are searched, too. */
  const [finished, setFinished] = useState('')
  const settle = useEffectEvent((query: string) => {
    const middle = middleOf()
    setSearch({ query, near: middle && rounded(middle) })
  })
  useEffect(() => {
    const timer = setTimeout(() => settle(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  // A number is part of an IMEI or coordinates.
  const isName = wanted.length >= SHORTEST && /\p{L}/u.test(wanted)
  const isFinished = finished !== '' && finished === search.query
  const { data, error, isFetching } = useQuery({
    ...placesQuery(search, isFinished, i18n.language),
    enabled: isName && search.query.length >= SHORTEST,
  })
  const isUnderWay = isName && (isFetching || search.query !== wanted)
  if (!isName) return { places: NONE, isUnderWay, note: undefined, searchAddresses: undefined }
  if (error) {
    const isTooOften = error instanceof ApiError && error.status === TOO_OFTEN
    const note = isTooOften ? reason(error) : t('places.unavailable')
    return {
      places: isTooOften && data ? data.data : NONE,
      isUnderWay,
      note: isUnderWay ? undefined : note,
      searchAddresses: undefined,
    }
  }
  const places = data?.data ?? NONE
  const canAsk = data?.meta.addresses === 'possible' && !isUnderWay
  const missing = places.length === 0 ? t('places.none', { query: wanted }) : undefined
  const note = data?.meta.addresses === 'unavailable' ? t('places.addressesUnavailable') : missing
  return {
    places,
    isUnderWay,
    note: isUnderWay || !data ? undefined : note,
    searchAddresses: canAsk ? () => setFinished(wanted) : undefined,
  }
}
