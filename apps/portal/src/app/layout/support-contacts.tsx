import Box from '@mui/material/Box'
import Collapse from '@mui/material/Collapse'
import Link from '@mui/material/Link'
import Popover from '@mui/material/Popover'
import { Clock, Info, Mail, Phone, Sparkles } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PopupState } from '../../components/use-popup.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { lazyPart } from '../lazy-part.js'
import { Dotted, type News } from './news-dot.js'

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

/**
 * E-mail, phone and hours of support as configured by the operator, the release news for super admins, and the
 * credits.
 */
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
      {news.isOffered && (
        <Link component="button" onClick={() => setOpened('news')} sx={row}>
          <Dotted news={news}>
            <Sparkles size={14} />
          </Dotted>
          <span>{t('whatsNew.title')}</span>
        </Link>
      )}
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

/** Popover beside the rail. */
export const SupportPopover = ({ popup, news }: { popup: PopupState; news: News }) => (
  <Popover
    {...popup}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
  >
    <Box sx={{ p: 1.5 }}>
      <SupportContacts news={news} />
    </Box>
  </Popover>
)

/** Section that unfolds at the foot of the sidebar. */
export const SupportFold = ({ isOpen, id, news }: { isOpen: boolean; id: string; news: News }) => (
  <Collapse in={isOpen} id={id} unmountOnExit>
    <Box sx={{ pl: 5.75, pr: 1, pb: 1 }}>
      <SupportContacts news={news} />
    </Box>
  </Collapse>
)
