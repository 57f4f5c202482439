import { styled } from '@mui/material/styles'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Fill, Row, Text } from '../../../components/layout/index.js'
import { usePageTitle } from '../../../components/page.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { vars } from '../../../theme/components/vars.js'

/** Map and panel side by side, filling the page. On a phone the map is above the panel and the page scrolls. */
const Frame = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100%',
  [theme.breakpoints.up('md')]: { flexDirection: 'row', position: 'absolute', inset: 0, minHeight: 0 },
}))

/** Area with the map. */
export const MapPart = styled('div')(({ theme }) => ({
  position: 'relative',
  flex: 'none',
  height: '46dvh',
  minWidth: 0,
  '& .leaflet-container': { cursor: 'crosshair' },
  '& .leaflet-dragging .leaflet-container, & .leaflet-dragging': { cursor: 'grabbing' },
  [theme.breakpoints.up('md')]: { flex: 1, height: 'auto' },
}))

/** Area with the form. */
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
  // Keeps the buttons in view.
  '& > .MuiDialogActions-root': {
    position: 'sticky',
    bottom: 0,
    flex: 'none',
    zIndex: 2,
    borderTop: `1px solid ${vars(theme).divider}`,
    backgroundColor: vars(theme).background.paper,
  },
}))

/** Area with the fields. It scrolls if they do not fit. */
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

/** Full-page frame of a drawing editor. */
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

/** Page heading with a close button. */
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
