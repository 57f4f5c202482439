import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fleetQuery } from '../../features/home/queries/fleet-query.js'
import { toFleet } from '../../features/live-map/fleet.js'
import { useClock } from '../../lib/clock.js'
import { useSearch } from '../../lib/search/use-search.js'
import { usePermission, useSession } from '../../lib/session/session.js'
import { permittedScreens, useNotOffered } from '../layout/navigation.js'
import { useScreenWords } from '../screens.js'
import {
  actEntries,
  actionEntries,
  ACTIONS,
  AT_MOST,
  entityEntries,
  hitEntries,
  type PaletteEntry,
  screenEntries,
} from './palette-entries.js'
import { recentEntries, recentKeys } from './recent.js'
import { usePaletteActs } from './use-palette-acts.js'

export interface PaletteGroup {
  key: string
  title: string
  entries: readonly PaletteEntry[]
}

/** Returns all matches, grouped by kind, without empty groups. For an empty query the last chosen entries come first. */
export function usePaletteGroups(query: string): { groups: readonly PaletteGroup[]; isUnderWay: boolean } {
  const { t } = useTranslation('shell')
  const { id, permissions } = useSession().user
  const clock = useClock()
  const seesMap = usePermission('read:map')
  const { data } = useQuery({ ...fleetQuery, enabled: seesMap })
  const fleet = useMemo(() => data && toFleet(data), [data])
  const { hits, isUnderWay } = useSearch(query)
  const [keys] = useState(() => recentKeys(id))
  const screens = screenEntries(useScreenTitles(), query)
  const begins = actionEntries(
    ACTIONS.filter(({ needs }) => needs.every((permission) => permissions.includes(permission))).map(({ key, path }) => ({
      key,
      path,
      title: t(`palette.actions.${key}`),
    })),
    query,
  )
  const acts = actEntries(usePaletteActs(), query)
  const recent = query.trim() === '' ? recentEntries(keys, [...screens, ...begins], fleet, clock.now()) : []
  const isRecent = ({ key }: PaletteEntry) => recent.some((entry) => entry.key === key)
  const others = (entries: readonly PaletteEntry[]) => entries.filter((entry) => !isRecent(entry))
  const groups = [
    { key: 'recent', title: t('palette.recent'), entries: recent },
    { key: 'entities', title: t('palette.entities'), entries: entityEntries({ fleet, hits, now: clock.now(), seesMap }, query) },
    // Screens come before the results of the API, because their names contain the query, whereas the API also returns similar
    // names.
    { key: 'goTo', title: t('palette.goTo'), entries: others(screens).slice(0, AT_MOST) },
    { key: 'actions', title: t('palette.acts'), entries: [...others(begins), ...acts] },
    { key: 'people', title: t('palette.people'), entries: hitEntries(hits, 'person') },
    { key: 'businesses', title: t('palette.businesses'), entries: hitEntries(hits, 'business') },
    { key: 'tags', title: t('palette.tags'), entries: hitEntries(hits, 'tag') },
  ]
  return { groups: groups.filter(({ entries }) => entries.length > 0), isUnderWay }
}

/** Returns the screens that this user may open, in the sidebar's order. */
function useScreenTitles() {
  const wordsOf = useScreenWords()
  const { permissions } = useSession().user
  return (['home', ...permittedScreens(permissions, useNotOffered())] as const).map((screen) => ({
    screen,
    title: wordsOf(screen).title,
  }))
}
