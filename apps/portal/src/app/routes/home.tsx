import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { KeyRound, Map as MapIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../components/empty-state.js'
import { RecentActivity } from '../../features/audit/index.js'
import { Announcements } from '../../features/home/components/announcements.js'
import { FleetStrip } from '../../features/home/components/fleet-strip.js'
import { TileGrid } from '../../features/home/components/tile-grid.js'
import { UnverifiedCard } from '../../features/install/verification/index.js'
import { useMinute } from '../../lib/clock.js'
import { hourOfDay } from '../../lib/format/dates.js'
import { useFormat } from '../../lib/format/use-format.js'
import { usePermission, useSession } from '../../lib/session/session.js'
import { Page } from '../../components/page.js'
import { liveTestOf, PATHS } from '../../lib/paths.js'
import { useTiles } from './use-tiles.js'
import { isolated } from '@roadbook/contracts/isolated'

/** Morning until noon, afternoon until 18:00, evening until 04:00, in the user's zone. */
function greetingAt(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 4 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

/** What needs me today: the fleet in figures, then every screen this user may open. */
export function Component() {
  const { t } = useTranslation(['home', 'shell'])
  const { user, logout } = useSession()
  const format = useFormat()
  const now = useMinute()
  const hasFigures = usePermission('index:dashboard')
  const tiles = useTiles()
  const greeting = greetingAt(hourOfDay(now, format.timeZone))
  const [hasMap, hasEntities] = [usePermission('read:map'), usePermission('index:entity')]
  return (
    <Page
      title={t(`greeting.${greeting}`, { name: user.first_name })}
      tabTitle={t('screen.title')}
      meta={`${format.weekdayOf(format.day(now))} ${format.date(now)} · ${isolated(businessLine())}`}
      actions={
        hasMap && (
          <Button component={Link} to={PATHS.map} variant="contained" startIcon={<MapIcon />}>
            {t('openMap')}
          </Button>
        )
      }
    >
      <Announcements />
      {hasFigures && <FleetStrip />}
      <UnverifiedCard pathTo={({ entityId, imei }) => (hasEntities ? `${PATHS.entities}/${entityId}` : liveTestOf(imei))} />
      {tiles.length > 0 ? (
        <TileGrid tiles={tiles} />
      ) : (
        <Paper>
          <EmptyState
            icon={KeyRound}
            title={t('noAccess.title')}
            text={t('noAccess.text')}
            actions={
              <Button variant="contained" onClick={logout}>
                {t('shell:logout')}
              </Button>
            }
          />
        </Paper>
      )}
      <RecentActivity />
    </Page>
  )

  function businessLine(): string {
    if (!user.business_name) return user.role_key === 'super-admin' ? t('allBusinesses') : user.role
    if (user.businesses_below === 0) return user.business_name
    return t('below', { business: user.business_name, count: user.businesses_below })
  }
}
