import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WithBeside } from '../../components/beside.js'
import { BarTitleContext, ShellDoorsContext } from '../../components/shell-doors.js'
import { LoadingOverlay } from '../../components/loading-overlay.js'
import { useAccountDrawer } from '../../features/account/use-account-drawer.js'
import { AskBeforeSignOut } from '../../features/install/outbox/components/ask-before-sign-out.js'
import { useTrackedDevices } from '../../features/live-test/tracked-devices.js'
import { latePart } from '../../lib/parts/late-part.js'
import { liveTestOf } from '../../lib/paths.js'
import { usePermission } from '../../lib/session/session.js'
import { AppBar } from './app-bar.js'
import { BottomBar } from './bottom-bar.js'
import { useMatchedScreen, useRouteHandle } from '../route-handle.js'
import { GuardedOutlet } from './guarded-outlet.js'
import { MaintenanceBanner } from './maintenance/maintenance-banner.js'
import { Sidebar } from './sidebar.js'
import { SkipLink } from './skip-link.js'
import { useMobileStart } from './use-mobile-start.js'
import { ViewAsBanner } from './view-as-banner.js'
import { useViewport, type Viewport } from './use-viewport.js'
import { lazyPart } from '../lazy-part.js'

/** Parts that load only after the frame of the page is drawn, because the frame works without them. */
const KeyboardShortcuts = latePart(async () => (await import('../shortcuts/keyboard-shortcuts.js')).KeyboardShortcuts)
const MenuDrawer = latePart(async () => (await import('./menu-drawer.js')).MenuDrawer)
const ClockNotice = latePart(async () => (await import('./clock-notice.js')).ClockNotice)
const OutboxStrip = latePart(async () => (await import('./outbox-strip.js')).OutboxStrip)
/** Panels beside the screens, loaded on first use. */
const AccountDrawer = lazyPart(async () => (await import('../../features/account/account-drawer.js')).AccountDrawer)
const LiveTestDock = lazyPart(async () => (await import('../../features/live-test/components/live-test-dock.js')).LiveTestDock)

const sidebarWidths = { full: 248, rail: 64, drawer: 0 }

/** CSS variables for the content's bottom left corner, where toasts appear. */
const contentCorner = ({ sidebar }: Viewport, barPx: number) => ({
  ':root': { '--content-left': `${sidebarWidths[sidebar]}px`, '--content-bottom': `${barPx}px` },
})
const BOTTOM_BAR_PX = 56
/** Height in px of the bottom bar of a screen that has its own bottom bar. */
const OWN_BAR_PX = 73

/** Frame of every screen: app bar, sidebar, the screen, and on mobile the bottom bar. Only the screen scrolls. */
export function Shell() {
  const { t } = useTranslation('errors')
  const viewport = useViewport()
  const handle = useRouteHandle()
  const matchedTitle = useMatchedScreen()?.title
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const account = useAccountDrawer()
  const isTesting = useTrackedDevices().devices.length > 0
  const mayTest = usePermission('create:entity') && isTesting
  const [wasAccountOpen, setWasAccountOpen] = useState(account.isOpen)
  if (account.isOpen && !wasAccountOpen) setWasAccountOpen(true)
  const isLeaving = useMobileStart(viewport.isMobile)
  // The shell's bottom bar is hidden on a screen that has its own bottom bar, because users would tap the wrong one of two
  // bars.
  const hasOwnBar = handle?.screen === 'installDevicesMobile'
  const hasBottomBar = viewport.isMobile && !hasOwnBar
  // On a phone the map fills the screen. Its search field contains the menu and account buttons of the app bar.
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
        <Suspense>
          <KeyboardShortcuts />
        </Suspense>
        {hasAppBar && <AppBar viewport={viewport} title={title} onOpenMenu={openMenu} />}
        <ViewAsBanner />
        <Suspense>
          <ClockNotice />
        </Suspense>
        <Suspense>
          <OutboxStrip isMobile={viewport.isMobile} />
        </Suspense>
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
                  <BarTitleContext value={hasAppBar && !viewport.hasLogo ? title : undefined}>
                    {isLeaving ? <LoadingOverlay /> : <GuardedOutlet />}
                  </BarTitleContext>
                </ShellDoorsContext>
              </Box>
              <Suspense>{mayTest && <LiveTestDock pathOf={liveTestOf} isAside={handle?.screen === 'installDevices'} />}</Suspense>
            </Box>
          </WithBeside>
        </Box>
        {hasBottomBar && <BottomBar onMore={openMenu} />}
        {viewport.sidebar === 'drawer' && (
          <Suspense>
            <MenuDrawer open={isMenuOpen} onClose={() => setIsMenuOpen(false)}>
              <Sidebar onEditAccount={editAccount} onNavigate={() => setIsMenuOpen(false)} />
            </MenuDrawer>
          </Suspense>
        )}
        <Suspense>{wasAccountOpen && <AccountDrawer isOpen={account.isOpen} onClose={account.close} />}</Suspense>
      </Box>
    </AskBeforeSignOut>
  )
}
