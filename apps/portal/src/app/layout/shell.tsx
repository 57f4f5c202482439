import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import Drawer from '@mui/material/Drawer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WithBeside } from '../../components/beside.js'
import { ShellDoorsContext } from '../../components/shell-doors.js'
import { LoadingOverlay } from '../../components/loading-overlay.js'
import { AccountDrawer } from '../../features/account/account-drawer.js'
import { useAccountDrawer } from '../../features/account/use-account-drawer.js'
import { AskBeforeSignOut } from '../../features/install/outbox/index.js'
import { LiveTestDock } from '../../features/live-test/components/live-test-dock.js'
import { liveTestOf } from '../../lib/paths.js'
import { usePermission } from '../../lib/session/session.js'
import { AppBar } from './app-bar.js'
import { BottomBar } from './bottom-bar.js'
import { useMatchedScreen, useRouteHandle } from '../route-handle.js'
import { KeyboardShortcuts } from '../shortcuts/keyboard-shortcuts.js'
import { GuardedOutlet } from './guarded-outlet.js'
import { MaintenanceBanner } from './maintenance-banner.js'
import { OutboxStrip } from './outbox-strip.js'
import { Sidebar } from './sidebar.js'
import { SkipLink } from './skip-link.js'
import { useMobileStart } from './use-mobile-start.js'
import { ViewAsBanner } from './view-as-banner.js'
import { useViewport, type Viewport } from './use-viewport.js'

const sidebarWidths = { full: 248, rail: 64, drawer: 0 }

/** Where the content's bottom left corner is; toasts stand there. */
const contentCorner = ({ sidebar }: Viewport, barPx: number) => ({
  ':root': { '--content-left': `${sidebarWidths[sidebar]}px`, '--content-bottom': `${barPx}px` },
})
const BOTTOM_BAR_PX = 56
/** Of a screen that has its own way on within reach of the thumb. */
const OWN_BAR_PX = 73

/** The frame of every screen: app bar, sidebar, the screen, and on mobile the bottom bar. Only the screen scrolls. */
export function Shell() {
  const { t } = useTranslation('errors')
  const viewport = useViewport()
  const handle = useRouteHandle()
  const matchedTitle = useMatchedScreen()?.title
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const account = useAccountDrawer()
  const mayTest = usePermission('create:entity')
  const isLeaving = useMobileStart(viewport.isMobile)
  // Two bars above each other would send thumbs astray.
  const hasOwnBar = handle?.screen === 'installDevicesMobile'
  const hasBottomBar = viewport.isMobile && !hasOwnBar
  // On a phone the map has the whole screen; its search holds what leads elsewhere.
  const hasAppBar = !viewport.isMobile || handle?.screen !== 'map'
  const title = matchedTitle ?? t('notFound.title')
  const openMenu = () => setIsMenuOpen(true)
  const editAccount = () => {
    setIsMenuOpen(false)
    account.open()
  }
  return (
    <AskBeforeSignOut>
      <Box sx={{ display: 'flex', flexDirection: 'column', height: '100dvh' }}>
        <GlobalStyles styles={contentCorner(viewport, hasOwnBar ? OWN_BAR_PX : hasBottomBar ? BOTTOM_BAR_PX : 0)} />
        <SkipLink />
        <KeyboardShortcuts />
        {hasAppBar && <AppBar viewport={viewport} title={title} onOpenMenu={openMenu} />}
        <ViewAsBanner />
        <OutboxStrip isMobile={viewport.isMobile} />
        {!viewport.hasLogo && (
          <Box sx={{ px: 1, pt: 1, '&:empty': { display: 'none' } }}>
            <MaintenanceBanner />
          </Box>
        )}
        <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
          {viewport.sidebar !== 'drawer' && (
            <Box component="aside" sx={{ flex: 'none', borderRight: 1, borderColor: 'divider' }}>
              <Sidebar isRail={viewport.sidebar === 'rail'} onEditAccount={editAccount} />
            </Box>
          )}
          <WithBeside hasRoom={viewport.sidebar !== 'drawer'}>
            <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 }}>
              <Box
                component="main"
                id="content"
                tabIndex={-1}
                sx={{ position: 'relative', flex: 1, minHeight: 0, overflow: 'auto', outline: 'none' }}
              >
                <ShellDoorsContext value={hasAppBar ? null : { openMenu, openAccount: account.open }}>
                  {isLeaving ? <LoadingOverlay /> : <GuardedOutlet />}
                </ShellDoorsContext>
              </Box>
              {mayTest && <LiveTestDock pathOf={liveTestOf} isAside={handle?.screen === 'installDevices'} />}
            </Box>
          </WithBeside>
        </Box>
        {hasBottomBar && <BottomBar onMore={openMenu} />}
        {viewport.sidebar === 'drawer' && (
          <Drawer open={isMenuOpen} onClose={() => setIsMenuOpen(false)}>
            <Sidebar onEditAccount={editAccount} onNavigate={() => setIsMenuOpen(false)} />
          </Drawer>
        )}
        <AccountDrawer isOpen={account.isOpen} onClose={account.close} />
      </Box>
    </AskBeforeSignOut>
  )
}
