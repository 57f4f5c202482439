import Box from '@mui/material/Box'
import Menu from '@mui/material/Menu'
import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { visuallyHidden } from '@mui/utils'
import { EllipsisVertical, History } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/layout.js'
import { usePopup } from '../../../components/use-popup.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { vars } from '../../../theme/components/vars.js'
import { GuideLink } from '../../guides/index.js'
import { LatestList } from '../components/latest-list.js'
import { BottomSheet } from './bottom-sheet.js'
import { WORK, type Work } from './use-mobile-address.js'

interface MobileFrameProps {
  work: Work
  onWork: (work: Work) => void
  onLiveTest: (imei: string) => void
  /** Entries of the ⋯ menu. `close` closes it. */
  menu: (close: () => void) => ReactNode
  /** Fixed area below the tabs, for the step indicator. */
  head?: ReactNode
  /** Fixed area at the bottom, within reach of the thumb. */
  bar?: ReactNode
  children: ReactNode
}

/** Layout of the phone's page: tabs at the top, scrolling content, and a bar at the bottom. */
export function MobileFrame({ work, onWork, onLiveTest, menu, head, bar, children }: MobileFrameProps) {
  const { t } = useTranslation(['installMobile', 'install'])
  const { open, close, popup } = usePopup()
  const [isLatestOpen, setLatestOpen] = useState(false)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', maxWidth: 640, mx: 'auto', fontSize: 14 }}>
      {/* The visible title is in the app bar, in place of the logo. */}
      <h1 style={visuallyHidden}>{t('screen.title')}</h1>
      <Box sx={{ flex: 'none', px: 2, pt: 1.5, pb: 1, borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
        <Row>
          <ToggleButtonGroup
            exclusive
            fullWidth
            value={work}
            aria-label={t('work')}
            onChange={(_event, next: Work | null) => next && onWork(next)}
            sx={{ flex: 1, minWidth: 0 }}
          >
            {WORK.map((one) => (
              <ToggleButton key={one} value={one} sx={{ minHeight: 40 }}>
                {t(`install:tabs.${one}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <GuideLink guide={work === 'replace' ? 'replace' : 'phone'} isInHead />
          <TooltipIconButton label={t('install:latest.title')} icon={History} iconSize={20} onClick={() => setLatestOpen(true)} />
          <TooltipIconButton label={t('more')} icon={EllipsisVertical} iconSize={20} aria-haspopup="menu" onClick={open} />
          <Menu {...popup}>{menu(close)}</Menu>
        </Row>
        {head && <Box sx={{ mt: 1 }}>{head}</Box>}
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2 }}>{children}</Box>
      {bar && <Bar>{bar}</Bar>}
      {isLatestOpen && (
        <BottomSheet title={t('install:latest.title')} onClose={() => setLatestOpen(false)}>
          <LatestList isPlain onLiveTest={onLiveTest} />
        </BottomSheet>
      )}
    </Box>
  )
}

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  gap: theme.spacing(1.5),
  padding: theme.spacing(1.5, 2, 0),
  paddingBottom: 'max(12px, env(safe-area-inset-bottom))',
  borderTop: `1px solid ${vars(theme).divider}`,
  backgroundColor: vars(theme).background.paper,
}))
