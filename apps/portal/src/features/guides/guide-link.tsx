import Button from '@mui/material/Button'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { RowPanel } from '../../components/row-panel.js'
import { guidePath } from '../../lib/paths.js'
import { useIsNarrow } from '../../lib/use-is-narrow.js'
import { usePermission } from '../../lib/session/session.js'
import { Article } from './article.js'
import { type GuideId, useGuides } from './guides.js'
import { PrintButton } from './print-button.js'

interface GuideLinkProps {
  guide: GuideId
  /** True beside other buttons. On narrow screens the link then shrinks to an icon. */
  isInHead?: boolean
}

/** Opens a guide beside the current work, so that nothing is lost. */
export function GuideLink({ guide, isInHead = false }: GuideLinkProps) {
  const { t } = useTranslation('guides')
  const [isOpen, setIsOpen] = useState(false)
  const isNarrow = useIsNarrow()
  const label = t(`links.${guide}`)
  const open = () => setIsOpen(true)
  return (
    <>
      {isInHead && isNarrow ? (
        <TooltipIconButton label={label} icon={BookOpen} iconSize={20} onClick={open} />
      ) : (
        <Button size="small" variant="text" startIcon={<BookOpen />} onClick={open}>
          {label}
        </Button>
      )}
      {isOpen && <GuideDrawer id={guide} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function GuideDrawer({ id, onClose }: { id: GuideId; onClose: () => void }) {
  const { t } = useTranslation('guides')
  const guides = useGuides()
  const hasScreen = usePermission('read:information')
  const guide = guides.data?.[id]
  return (
    <RowPanel
      isOpen
      title={guide?.title ?? t('title')}
      onClose={onClose}
      query={guides}
      gone={{ title: t('title') }}
      footer={
        guide && (
          <>
            {hasScreen && (
              <Button component={Link} to={guidePath()} target="_blank" rel="noopener">
                {t('all')}
              </Button>
            )}
            <PrintButton id={id} guide={guide} />
          </>
        )
      }
    >
      {(texts) => <Article id={id} guide={texts[id]} />}
    </RowPanel>
  )
}
