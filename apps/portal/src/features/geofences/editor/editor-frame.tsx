import { styled } from '@mui/material/styles'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Fill, Row, Text } from '../../../components/layout/index.js'
import { usePageTitle } from '../../../components/page.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { vars } from '../../../theme/components/vars.js'

/** Map and panel beside one another, as large as the page; on a phone the map above, and the page scrolls. */
const Frame = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100%',
  [theme.breakpoints.up('md')]: { flexDirection: 'row', position: 'absolute', inset: 0, minHeight: 0 },
}))

/** The part with the map. */
export const MapPart = styled('div')(({ theme }) => ({
  position: 'relative',
  flex: 'none',
  height: '46dvh',
  minWidth: 0,
  '& .leaflet-container': { cursor: 'crosshair' },
  '& .leaflet-dragging .leaflet-container, & .leaflet-dragging': { cursor: 'grabbing' },
  [theme.breakpoints.up('md')]: { flex: 1, height: 'auto' },
}))

/** The part with the form. */
export const Panel = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  backgroundColor: vars(theme).background.paper,
  [theme.breakpoints.up('md')]: {
    flex: 'none',
    width: 'clamp(384px, 30%, 480px)',
    minHeight: 0,
    borderLeft: `1px solid ${vars(theme).divider}`,
  },
  // What is done stays in reach.
  '& > .MuiDialogActions-root': {
    position: 'sticky',
    bottom: 0,
    flex: 'none',
    zIndex: 2,
    borderTop: `1px solid ${vars(theme).divider}`,
    backgroundColor: vars(theme).background.paper,
  },
}))

/** The fields, which scroll where they have no room. */
export const PanelBody = styled('div')(({ theme }) => ({
  padding: theme.spacing(2.5, 3),
  [theme.breakpoints.up('md')]: { flex: 1, minHeight: 0, overflowY: 'auto' },
}))

const Head = styled(Row)(({ theme }) => ({
  flex: 'none',
  minHeight: 64,
  padding: theme.spacing(1.5, 3),
  borderBottom: `1px solid ${vars(theme).divider}`,
}))

/** The whole page for one thing that is drawn. */
export const EditorFrame = ({ labelledBy, children }: { labelledBy: string; children: ReactNode }) => (
  <Frame role="dialog" aria-modal={false} aria-labelledby={labelledBy}>
    {children}
  </Frame>
)

interface PanelHeadProps {
  id?: string
  title: string
  subtitle?: string
  onClose: () => void
}

/** What is drawn, as the page's heading, and the way out. */
export function PanelHead({ id, title, subtitle, onClose }: PanelHeadProps) {
  const { t } = useTranslation('common')
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Head>
      <Fill>
        <Text component="h1" size="title" id={id} ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
          {title}
        </Text>
        {subtitle && (
          <Text component="p" size="caption" tone="secondary">
            {subtitle}
          </Text>
        )}
      </Fill>
      <TooltipIconButton label={t('actions.close')} icon={X} onClick={onClose} edge="end" />
    </Head>
  )
}
