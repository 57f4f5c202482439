import ButtonBase from '@mui/material/ButtonBase'
import { ArrowUpRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { CountPill } from '../../components/count-pill.js'
import { Span } from '../../components/layout/text.js'
import { Tooltip } from '../../components/tooltip.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { useOpenShop } from '../../features/shop/use-open-shop.js'
import { useIsPhone } from '../../lib/use-is-narrow.js'
import { pathOf, type ScreenKey, SCREENS, useScreenWords } from '../screens.js'

interface NavItemProps {
  screen: ScreenKey
  isRail: boolean
  /** Number of items on the screen that need attention. */
  badge?: number
  /** Makes the badge red, as for missing vehicles. Other badges are neutral. */
  isUrgent?: boolean
  onNavigate?: () => void
}

const look = (isRail: boolean) => ({
  display: 'flex',
  justifyContent: isRail ? 'center' : 'flex-start',
  gap: 1.25,
  width: '100%',
  minHeight: 33,
  px: isRail ? 0 : 1,
  borderRadius: '8px',
  fontFamily: 'inherit',
  textAlign: 'start',
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 500,
  color: 'text.secondary',
  '@media (pointer: coarse)': { minHeight: 44 },
  '&:hover': { bgcolor: 'surface.hover', color: 'text.primary' },
  '&.active': { bgcolor: 'primary.soft', color: 'primary.main', fontWeight: 600 },
})

/** Sidebar entry. The shop is an external page and opens in a new tab. */
export function NavItem({ screen, isRail, badge = 0, isUrgent = false, onNavigate }: NavItemProps) {
  const { t } = useTranslation('shell')
  const { shop_url: shopUrl } = useRuntimeConfig()
  const openShop = useOpenShop()
  const title = useScreenWords()(screen).title
  const Icon = SCREENS[screen].icon
  const isPhone = useIsPhone()
  const target = screen === 'installDevices' && isPhone ? 'installDevicesMobile' : screen
  const isOutside = screen === 'shop' && shopUrl !== null
  const content = (
    <>
      <Icon />
      {!isRail && (
        <Span clipped grow title={title}>
          {title}
        </Span>
      )}
      {!isRail && badge > 0 && <CountPill tone={isUrgent ? 'missing' : undefined}>{badge}</CountPill>}
      {!isRail && isOutside && <ArrowUpRight size={14} />}
    </>
  )
  const label = isOutside ? t('newTab', { screen: title }) : isRail ? title : undefined
  const goToShop = () => {
    openShop()
    onNavigate?.()
  }
  return (
    <li>
      <Tooltip title={isRail ? title : ''} placement="right">
        {isOutside ? (
          <ButtonBase aria-label={label} onClick={goToShop} sx={look(isRail)}>
            {content}
          </ButtonBase>
        ) : (
          <ButtonBase
            component={NavLink}
            to={pathOf(target)}
            end={screen === 'home'}
            aria-label={label}
            onClick={onNavigate}
            sx={look(isRail)}
          >
            {content}
          </ButtonBase>
        )}
      </Tooltip>
    </li>
  )
}
