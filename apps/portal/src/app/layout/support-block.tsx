import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { ChevronDown, ChevronUp, LifeBuoy } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { usePopup } from '../../components/use-popup.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { latePart } from '../../lib/parts/late-part.js'
import { Dotted, type News } from './news-dot.js'
import { useWhatsNew } from './whats-new.js'

const SupportPopover = latePart(async () => (await import('./support-contacts.js')).SupportPopover)
const SupportFold = latePart(async () => (await import('./support-contacts.js')).SupportFold)

function RailSupport({ news }: { news: News }) {
  const { t } = useTranslation('shell')
  const { isOpen, open, popup } = usePopup()
  return (
    <Box sx={{ display: 'grid', placeContent: 'center', height: 52, flex: 'none', borderTop: 1, borderColor: 'divider' }}>
      <Dotted news={news}>
        <TooltipIconButton label={t('support.title')} icon={LifeBuoy} aria-expanded={isOpen} onClick={open} />
      </Dotted>
      <Suspense>
        <SupportPopover popup={popup} news={news} />
      </Suspense>
    </Box>
  )
}

/** Support contacts at the foot of the sidebar. Closed, the block shows the hours. Open, it shows e-mail and phone. */
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
      <Suspense>
        <SupportFold isOpen={isOpen} id={contactsId} news={news} />
      </Suspense>
    </Box>
  )
}
