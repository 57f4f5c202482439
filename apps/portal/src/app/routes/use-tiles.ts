import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import type { TileProps } from '../../features/home/components/tile.js'
import { fleetCounts } from '../../features/home/fleet-counts.js'
import { fleetQuery } from '../../features/home/queries/fleet-query.js'
import { dayOfSummary, summaryQuery } from '../../features/home/queries/summary-query.js'
import { countsQuery } from '../../features/maintenance/index.js'
import { useOpenShop } from '../../features/shop/use-open-shop.js'
import { useClock } from '../../lib/clock.js'
import { counted, formatCount } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { tripsOfDay } from '../../lib/paths.js'
import { usePermission, useSession } from '../../lib/session/session.js'
import type { OpenScreen } from '../route-handle.js'

/**
 * Returns the tiles of the home page, one for each entry of the sidebar. A tile shows a current figure or, if there is none,
 * the purpose of its screen.
 */
export function useTiles(): (TileProps & { key: string })[] {
  const { t } = useTranslation(['home', 'services'])
  const { user } = useSession()
  const { shop_url: shopUrl } = useRuntimeConfig()
  const openShop = useOpenShop()
  const clock = useClock()
  const { timeZone } = useFormat()
  const hasFigures = usePermission('index:dashboard')
  const summary = useQuery({ ...summaryQuery(timeZone), enabled: hasFigures }).data
  const fleet = useQuery({ ...fleetQuery, enabled: usePermission('read:map') && hasFigures }).data
  const services = useQuery({ ...countsQuery, enabled: usePermission('read:information') && hasFigures }).data
  const movingNow = fleet && fleetCounts(fleet.columns, clock.now()).moving

  const factOf = ({ key: screen, purpose }: OpenScreen): string => {
    if (screen === 'map' && movingNow !== undefined) return t('facts.moving', { count: movingNow })
    if (screen === 'entities' && summary) return t('facts.entities', { count: summary.entities })
    if (screen === 'businesses' && summary && user.business_name) return t('facts.below', { count: summary.businesses_below })
    if (screen === 'trips' && summary) return t('facts.trips', counted(summary.trips.today))
    // A number of items is shown only to users who may open these items.
    const openCases = summary?.attention.find(({ kind }) => kind === 'open_case')?.count
    if (screen === 'missing' && openCases !== undefined) return t('facts.openCases', counted(openCases))
    if (screen === 'notifications' && services)
      return t('services:counts', { overdue: formatCount(services.overdue), soon: formatCount(services['due-soon']) })
    if (screen === 'shop' && shopUrl !== null) return t('facts.newTab')
    return purpose
  }

  /** If the screen itself does not show the counted items, the tile links to the view that does (T-10). */
  const pathOf = ({ key: screen, path }: OpenScreen): string => {
    const day = screen === 'trips' && summary ? dayOfSummary(summary) : undefined
    return day === undefined ? path : tripsOfDay(day)
  }

  return useOutletContext<readonly OpenScreen[]>().map((screen) => ({
    key: screen.key,
    icon: screen.icon,
    title: screen.title,
    fact: factOf(screen),
    target: screen.key === 'shop' && shopUrl !== null ? openShop : pathOf(screen),
  }))
}
