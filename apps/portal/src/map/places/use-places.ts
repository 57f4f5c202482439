import { queryOptions, useQuery } from '@tanstack/react-query'
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
  /** Sentence that explains why places may be missing: places or addresses cannot be searched at the moment. */
  note: string | undefined
  /** Sentence that says that no place has this name. */
  none: string | undefined
  /**
   * Asks the operator's geocoder for the typed address. Absent if there is no geocoder, or if the geocoder has already
   * answered.
   */
  searchAddresses: (() => void) | undefined
}

interface Search {
  query: string
  /** Middle of the view. Places near it come first. */
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
    retry: false,
  })

/** Rounds the place, so that a small move of the map does not cause another search. */
const rounded = ({ latitude, longitude }: Place) => `${latitude.toFixed(1)},${longitude.toFixed(1)}`

/** Returns the text that is searched for. It is shortened to the maximum length without splitting a character. */
const searched = (typed: string) =>
  typed
    .trim()
    .slice(0, LONGEST)
    .replace(/\p{Cs}$/u, '')

/**
 * Searches towns, streets and addresses by their names shortly after typing. The places always belong to the present text, so
 * that Enter never goes to a place of an earlier text.
 * @param middleOf returns the middle of the map's view
 */
export function usePlaces(typed: string, middleOf: () => Place | undefined): PlaceHits {
  const { t, i18n } = useTranslation('map')
  const reason = useReason()
  const wanted = searched(typed)
  const [search, setSearch] = useState<Search>({ query: '' })
  /** Text for which the user has requested a search for addresses. */
  const [finished, setFinished] = useState('')
  const settle = useEffectEvent((query: string) => {
    const middle = middleOf()
    setSearch({ query, near: middle && rounded(middle) })
  })
  useEffect(() => {
    const timer = setTimeout(() => settle(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  // A text without letters is not searched for, because it is a part of an IMEI or of coordinates.
  const isName = wanted.length >= SHORTEST && /\p{L}/u.test(wanted)
  const isSettled = isName && search.query === wanted
  const isFinished = finished === wanted
  const atHand = useQuery({ ...placesQuery(search, false, i18n.language), enabled: isSettled })
  const withAddresses = useQuery({ ...placesQuery(search, true, i18n.language), enabled: isSettled && isFinished })
  const isUnderWay = isName && (!isSettled || atHand.isFetching || withAddresses.isFetching)
  if (!isSettled) return { places: NONE, isUnderWay, note: undefined, none: undefined, searchAddresses: undefined }

  const data = (isFinished ? withAddresses.data : undefined) ?? atHand.data
  const places = data?.data ?? NONE
  const problem = (error: Error, otherwise: string) =>
    error instanceof ApiError && error.status === TOO_OFTEN ? reason(error) : otherwise
  const noteOf = () => {
    if (isFinished && withAddresses.error) return problem(withAddresses.error, t('places.addressesUnavailable'))
    if (data?.meta.addresses === 'unavailable') return t('places.addressesUnavailable')
    return !data && atHand.error ? problem(atHand.error, t('places.unavailable')) : undefined
  }
  const canAsk = data?.meta.addresses === 'possible' && !isFinished
  return {
    places,
    isUnderWay,
    note: isUnderWay ? undefined : noteOf(),
    none: data && places.length === 0 && !isUnderWay ? t('places.none', { query: wanted }) : undefined,
    searchAddresses: canAsk && !isUnderWay ? () => setFinished(wanted) : undefined,
  }
}
