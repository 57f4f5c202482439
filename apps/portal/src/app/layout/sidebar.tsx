import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { badgesQuery } from '../../features/home/queries/summary-query.js'
import { usePermission, useSession } from '../../lib/session/session.js'
import { NavItem } from './nav-item.js'
import { permittedGroups, useNotOffered } from './navigation.js'
import type { ScreenKey } from '../screens.js'
import { SupportBlock } from './support-block.js'
import { UserBlock } from './user-block.js'

interface SidebarProps {
  isRail?: boolean
  onEditAccount: () => void
  /** Called after the user chose an entry, so that a drawer with the sidebar closes. */
  onNavigate?: () => void
}

const FADE_PX = 24

/**
 * Style of the entries. The entries fade out at the bottom edge, to show that there are more below. Padding at the end keeps
 * the last entry out of the faded part.
 */
const entries = {
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  p: 1,
  px: 1.5,
  pb: `${FADE_PX}px`,
  scrollPaddingBottom: FADE_PX,
  maskImage: `linear-gradient(to bottom, #000 calc(100% - ${FADE_PX}px), transparent)`,
} as const

/** Scrolls the current screen's entry into view whenever the path changes. */
function useActiveInSight() {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // The braces matter, because newer browsers return a promise here. React would take a returned promise for the effect's
    // clean-up function.
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView?.({ block: 'nearest' })
  }, [pathname])
  return nav
}

/** Sidebar: the signed-in user, the navigation, and the support contacts. */
export function Sidebar({ isRail = false, onEditAccount, onNavigate }: SidebarProps) {
  const { t } = useTranslation('shell')
  const { user } = useSession()
  const nav = useActiveInSight()
  const hasFigures = usePermission('index:dashboard')
  const badges = useQuery({ ...badgesQuery, enabled: hasFigures })
  const groups = permittedGroups(user.permissions, useNotOffered())
  const { open_cases: missing, alerts, claims_to_decide: devices } = badges.data ?? {}
  const waiting: Partial<Record<ScreenKey, number | null>> = { missing, alerts, devices }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', width: isRail ? 63 : 247, height: '100%', bgcolor: 'background.paper' }}>
      <UserBlock isRail={isRail} onEdit={onEditAccount} />
      <Box component="nav" ref={nav} aria-label={t('navigation')} sx={entries}>
        <ul>
          <NavItem screen="home" isRail={isRail} onNavigate={onNavigate} />
        </ul>
        {groups.map(({ group, screens }) => (
          <Box key={group} sx={{ mt: isRail ? 1 : 1.5, pt: isRail ? 1 : 0, borderTop: isRail ? 1 : 0, borderColor: 'divider' }}>
            {!isRail && (
              <Typography variant="overline" component="h2" color="textTertiary" id={`nav-${group}`} sx={{ px: 1, mb: 0.25 }}>
                {t(`groups.${group}`)}
              </Typography>
            )}
            <ul aria-label={t(`groups.${group}`)}>
              {screens.map((screen) => (
                <NavItem
                  key={screen}
                  screen={screen}
                  isRail={isRail}
                  badge={waiting[screen] || undefined}
                  isUrgent={screen === 'missing'}
                  onNavigate={onNavigate}
                />
              ))}
            </ul>
          </Box>
        ))}
      </Box>
      <SupportBlock isRail={isRail} isOpenAtFirst={groups.length === 0} />
    </Box>
  )
}
