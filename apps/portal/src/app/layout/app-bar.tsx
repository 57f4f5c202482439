import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import Link from '@mui/material/Link'
import { LogOut, Menu as MenuIcon, Snowflake } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { Row } from '../../components/layout/layout.js'
import { Text } from '../../components/layout/text.js'
import { Logo, PRODUCT_NAME } from '../../components/logo.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { latePart } from '../../lib/parts/late-part.js'
import { usePermission, useSession } from '../../lib/session/session.js'
import { useStoredFlag } from '../../lib/use-stored-flag.js'
import { lazyPart } from '../lazy-part.js'
import { PaletteField } from '../palette/palette-field.js'
import { LanguageMenu } from './language-menu.js'
import { MaintenanceBanner } from './maintenance/maintenance-banner.js'
import { NightModeToggle } from './night-mode-toggle.js'
import { useIsIdle } from './use-is-idle.js'
import type { Viewport } from './use-viewport.js'

const Snow = latePart(async () => (await import('./snow.js')).Snow)
const LiveLinkDot = latePart(async () => (await import('./live-link-dot.js')).LiveLinkDot)
const AlertBell = lazyPart(async () => (await import('./bell/alert-bell.js')).AlertBell)

interface AppBarProps {
  viewport: Viewport
  /** Title of the page. It is shown instead of the logo if there is no room for the logo. */
  title: string
  onOpenMenu: () => void
}

/** App bar, 56 px over the full width: logo, banner, search, bell, language, night mode, Christmas, log out. */
export function AppBar({ viewport, title, onOpenMenu }: AppBarProps) {
  const { t } = useTranslation('shell')
  const { user, logout } = useSession()
  const [isChristmas, setIsChristmas] = useStoredFlag(`christmas-${user.id}`)
  const hasDrawer = viewport.sidebar === 'drawer'
  const [maySeeAlerts, hasFigures] = [usePermission('read:map'), usePermission('index:dashboard')]
  return (
    <Box
      component="header"
      sx={{
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.5, md: 1 },
        height: 56,
        flex: 'none',
        pl: hasDrawer ? { xs: 0.5, md: 1.5 } : 2.5,
        pr: { xs: 0.5, md: 2.5 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        zIndex: 'appBar',
      }}
    >
      <Suspense>{isChristmas && <Snow />}</Suspense>
      {hasDrawer && <TooltipIconButton label={t('openMenu')} icon={MenuIcon} iconSize={18} onClick={onOpenMenu} />}
      {viewport.hasLogo ? (
        <Home isWide={viewport.sidebar === 'full'} isChristmas={isChristmas} />
      ) : (
        <Text component="p" size="heading" clipped grow>
          {title}
        </Text>
      )}
      <Suspense>
        <LiveLinkDot hasText={viewport.hasLogo} />
      </Suspense>
      {viewport.hasLogo && (
        <Row gap={0} align="stretch" grow>
          <MaintenanceBanner />
        </Row>
      )}
      {viewport.hasLogo && <PaletteField isCompact={hasDrawer} />}
      {/* A narrow screen has no bell, because it requests the counts only when the menu opens. Home shows the counts on
          such a screen. */}
      {maySeeAlerts && hasFigures && !hasDrawer && (
        <Suspense fallback={<Box sx={{ width: 32 }} />}>
          <AlertBell />
        </Suspense>
      )}
      <LanguageMenu />
      <NightModeToggle />
      <TooltipIconButton
        label={t('christmas')}
        icon={Snowflake}
        aria-pressed={isChristmas}
        onClick={() => setIsChristmas(!isChristmas)}
        sx={isChristmas ? { bgcolor: 'surface.subtle', color: 'text.primary' } : {}}
      />
      <Divider orientation="vertical" flexItem sx={{ my: 2.25, mx: 0.5, display: { xs: 'none', md: 'block' } }} />
      <TooltipIconButton label={t('logout')} icon={LogOut} onClick={logout} />
    </Box>
  )
}

function Home({ isWide, isChristmas }: { isWide: boolean; isChristmas: boolean }) {
  const isIdle = useIsIdle()
  return (
    <Link
      component={RouterLink}
      to="/"
      underline="none"
      color="inherit"
      aria-label={PRODUCT_NAME}
      sx={{
        borderRadius: '8px',
        width: isWide ? 228 : 'auto',
        mr: isWide ? 2.5 : 2,
      }}
    >
      <Logo idle={isIdle} hat={isChristmas} />
    </Link>
  )
}
