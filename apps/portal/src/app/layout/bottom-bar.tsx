import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { Ellipsis, ScanLine, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useSession } from '../../lib/session/session.js'
import { mayOpen } from '../guard.js'
import { pathOf, type ScreenKey, SCREENS, useScreenWords } from '../screens.js'

const look = {
  flex: 1,
  minWidth: 0,
  flexDirection: 'column',
  gap: 0.25,
  fontSize: 11,
  lineHeight: '16px',
  fontWeight: 500,
  color: 'text.secondary',
  '&.active': { color: 'primary.main', fontWeight: 600 },
} as const

const Entry = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <>
    <Icon size={20} />
    <Box component="span" sx={{ maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {children}
    </Box>
  </>
)

/** On mobile: Install, Map, Scan in the centre, Missing or Entities, More; each by permission. */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation('shell')
  const wordsOf = useScreenWords()
  const { permissions } = useSession().user
  const may = (screen: ScreenKey) => mayOpen(screen, permissions)
  const fourth: ScreenKey | undefined = may('missing') ? 'missing' : may('entities') ? 'entities' : undefined
  return (
    <Box
      component="nav"
      aria-label={t('quickNavigation')}
      sx={{
        display: 'flex',
        flex: 'none',
        height: 'calc(56px + env(safe-area-inset-bottom))',
        pb: 'env(safe-area-inset-bottom)',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        zIndex: 'appBar',
      }}
    >
      {may('installDevicesMobile') && (
        <ButtonBase component={NavLink} to={pathOf('installDevicesMobile')} sx={look}>
          <Entry icon={SCREENS.installDevices.icon}>{t('bottom.install')}</Entry>
        </ButtonBase>
      )}
      {may('map') && (
        <ButtonBase component={NavLink} to={pathOf('map')} sx={look}>
          <Entry icon={SCREENS.map.icon}>{wordsOf('map').title}</Entry>
        </ButtonBase>
      )}
      {may('installDevicesMobile') && (
        <Box sx={{ flex: 1, display: 'grid', placeContent: 'center' }}>
          <ButtonBase
            component={NavLink}
            to={pathOf('installDevicesMobile')}
            aria-label={t('bottom.scan')}
            sx={{ width: 48, height: 48, borderRadius: '50%', bgcolor: 'primary.main', color: 'primary.contrastText' }}
          >
            <ScanLine size={20} />
          </ButtonBase>
        </Box>
      )}
      {fourth && (
        <ButtonBase component={NavLink} to={pathOf(fourth)} sx={look}>
          <Entry icon={SCREENS[fourth].icon}>{wordsOf(fourth).title}</Entry>
        </ButtonBase>
      )}
      <ButtonBase onClick={onMore} sx={look}>
        <Entry icon={Ellipsis}>{t('bottom.more')}</Entry>
      </ButtonBase>
    </Box>
  )
}
