import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Collapse from '@mui/material/Collapse'
import Link from '@mui/material/Link'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { ChevronDown, ChevronUp, Clock, Info, LifeBuoy, Mail, Phone, Sparkles } from 'lucide-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePopup } from '../../components/popup.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { useWhatsNew } from './whats-new.js'
import { lazyPart } from '../lazy-part.js'

const AboutDialog = lazyPart(async () => (await import('./about-dialog.js')).AboutDialog)
const WhatsNewDialog = lazyPart(async () => (await import('./whats-new-dialog.js')).WhatsNewDialog)

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 24,
  '@media (pointer: coarse)': { minHeight: 44 },
  fontSize: 12,
  lineHeight: '16px',
  minWidth: 0,
}

type News = ReturnType<typeof useWhatsNew>

/** With a dot, and words for who does not see it, until what is new was read. */
function Dotted({ news, children }: { news: News; children: ReactNode }) {
  const { t } = useTranslation('shell')
  return (
    <>
      <Badge variant="dot" color="primary" invisible={!news.hasNews}>
        {children}
      </Badge>
      {news.hasNews && <span style={visuallyHidden}>{t('whatsNew.news')}</span>}
    </>
  )
}

/** E-mail, phone and hours of support as far as the operator named them, what is new, and whose work all this stands on. */
function SupportContacts({ news }: { news: News }) {
  const { t } = useTranslation('shell')
  const { support } = useRuntimeConfig()
  const [opened, setOpened] = useState<'news' | 'about'>()
  const close = () => setOpened(undefined)
  return (
    <>
      {support.email && (
        <Link href={`mailto:${support.email}`} sx={row} aria-label={`${t('support.email')}: ${support.email}`}>
          <Mail size={14} />
          <span>{support.email}</span>
        </Link>
      )}
      {support.phone && (
        <>
          <Link href={`tel:${support.phone.replaceAll(' ', '')}`} sx={row} aria-label={`${t('support.phone')}: ${support.phone}`}>
            <Phone size={14} />
            <span>{support.phone}</span>
          </Link>
          <Box sx={{ ...row, color: 'text.secondary' }}>
            <Clock size={14} />
            <span>{t('support.hours')}</span>
          </Box>
        </>
      )}
      <Link component="button" onClick={() => setOpened('news')} sx={row}>
        <Dotted news={news}>
          <Sparkles size={14} />
        </Dotted>
        <span>{t('whatsNew.title')}</span>
      </Link>
      <Link component="button" onClick={() => setOpened('about')} sx={row}>
        <Info size={14} />
        <span>{t('about.title')}</span>
      </Link>
      <Suspense>
        {opened === 'news' && <WhatsNewDialog news={news} onClose={close} />}
        {opened === 'about' && <AboutDialog onClose={close} />}
      </Suspense>
    </>
  )
}

function RailSupport({ news }: { news: News }) {
  const { t } = useTranslation('shell')
  const { isOpen, open, popup } = usePopup()
  return (
    <Box sx={{ display: 'grid', placeContent: 'center', height: 52, flex: 'none', borderTop: 1, borderColor: 'divider' }}>
      <Dotted news={news}>
        <TooltipIconButton label={t('support.title')} icon={LifeBuoy} aria-expanded={isOpen} onClick={open} />
      </Dotted>
      <Popover
        {...popup}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <Box sx={{ p: 1.5 }}>
          <SupportContacts news={news} />
        </Box>
      </Popover>
    </Box>
  )
}

/** At the sidebar's foot: the hours while closed, e-mail and phone when opened. */
export function SupportBlock({ isRail, isOpenAtFirst }: { isRail: boolean; isOpenAtFirst: boolean }) {
  const { t } = useTranslation('shell')
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const { phone } = useRuntimeConfig().support
  const contactsId = useId()
  const news = useWhatsNew()
  if (isRail) return <RailSupport news={news} />
  const Chevron = isOpen ? ChevronDown : ChevronUp
  return (
    <Box sx={{ flex: 'none', borderTop: 1, borderColor: 'divider', py: 0.5 }}>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={contactsId}
        onClick={() => setIsOpen(!isOpen)}
        sx={{
          display: 'flex',
          width: '100%',
          minHeight: 44,
          px: 2.5,
          gap: 1.25,
          fontSize: 13,
          fontWeight: 500,
          color: 'text.secondary',
        }}
      >
        <Dotted news={news}>
          <LifeBuoy />
        </Dotted>
        <span>{t('support.title')}</span>
        <Typography variant="caption" color="textTertiary" sx={{ flex: 1, textAlign: 'right' }}>
          {!isOpen && phone && t('support.hoursShort')}
        </Typography>
        <Chevron size={14} />
      </ButtonBase>
      <Collapse in={isOpen} id={contactsId} unmountOnExit>
        <Box sx={{ pl: 5.75, pr: 1, pb: 1 }}>
          <SupportContacts news={news} />
        </Box>
      </Collapse>
    </Box>
  )
}
