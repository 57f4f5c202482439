import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { Ellipsis, ScanLine, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { Fill } from '../../components/layout/layout.js'
import { Span } from '../../components/layout/text.js'
import { useSession } from '../../lib/session/session.js'
import { vars } from '../../theme/components/vars.js'
import { mayOpen } from '../guard.js'
import { pathOf, type ScreenKey, SCREENS, useScreenWords } from '../screens.js'

const Bar = styled('nav')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  height: 'calc(56px + env(safe-area-inset-bottom))',
  paddingBottom: 'env(safe-area-inset-bottom)',
  backgroundColor: vars(theme).background.paper,
  borderTop: `1px solid ${vars(theme).divider}`,
  zIndex: theme.zIndex.appBar,
}))
const Button = styled(ButtonBase)(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  flexDirection: 'column',
  gap: 2,
  fontSize: 11,
  lineHeight: '16px',
  fontWeight: 500,
  color: vars(theme).text.secondary,
  '&.active': { color: vars(theme).primary.main, fontWeight: 600 },
})) as typeof ButtonBase
const ScanButton = styled(ButtonBase)(({ theme }) => ({
  flex: 'none',
  alignSelf: 'center',
  width: 48,
  height: 48,
  margin: '0 auto',
  borderRadius: '50%',
  backgroundColor: vars(theme).primary.main,
  color: vars(theme).primary.contrastText,
})) as typeof ButtonBase

const Entry = ({ to, icon: Icon, title }: { to: ScreenKey; icon: LucideIcon; title: string }) => (
  <Button component={NavLink} to={pathOf(to)}>
    <Icon size={20} />
    <Span clipped>{title}</Span>
  </Button>
)

/** Bottom bar on mobile: Install, Map, Scan in the centre, Missing or Entities, More. Each button needs its permission. */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation('shell')
  const wordsOf = useScreenWords()
  const { permissions } = useSession().user
  const may = (screen: ScreenKey) => mayOpen(screen, permissions)
  const mayInstall = may('installDevicesMobile')
  const fourth: ScreenKey | undefined = may('missing') ? 'missing' : may('entities') ? 'entities' : undefined
  return (
    <Bar aria-label={t('quickNavigation')}>
      {mayInstall && <Entry to="installDevicesMobile" icon={SCREENS.installDevices.icon} title={t('bottom.install')} />}
      {may('map') && <Entry to="map" icon={SCREENS.map.icon} title={wordsOf('map').title} />}
      {mayInstall && (
        <Fill style={{ display: 'grid' }}>
          <ScanButton component={NavLink} to={pathOf('installDevicesMobile')} aria-label={t('bottom.scan')}>
            <ScanLine size={20} />
          </ScanButton>
        </Fill>
      )}
      {fourth && <Entry to={fourth} icon={SCREENS[fourth].icon} title={wordsOf(fourth).title} />}
      <Button onClick={onMore}>
        <Ellipsis size={20} />
        <Span clipped>{t('bottom.more')}</Span>
      </Button>
    </Bar>
  )
}
