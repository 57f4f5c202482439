import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { ArrowLeft, CircleSlash, Link2, Navigation, RotateCcw, SearchCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ActionButton } from '../../../components/action-button.js'
import { Row, Span, Text } from '../../../components/layout/index.js'
import { useNow } from '../../../lib/clock.js'
import { counted } from '../../../lib/format/numbers.js'
import { PATHS } from '../../../lib/paths.js'
import { GuideLink } from '../../guides/index.js'
import type { CaseRoom, MissingCase } from '../case-queries.js'
import { CaseChip } from '../case-list.js'
import { geoLink } from '../../../lib/geo-link.js'

/** Dialogs that the header opens. */
export type Asked = 'resolve' | 'close' | 'reopen' | 'share' | 'details'

interface CaseHeadProps {
  room: CaseRoom
  /** Button that creates the evidence PDF. Empty if it cannot be created. */
  evidence: React.ReactNode
  onAsk: (asked: Asked) => void
}

/** Shows the case, its duration and its actions. */
export function CaseHead({ room, evidence, onAsk }: CaseHeadProps) {
  const { t } = useTranslation('missing')
  const { case: one, position } = room
  const isOpen = one.state === 'open'
  return (
    <Box
      component="header"
      sx={{
        display: 'grid',
        gap: 1.5,
        px: { xs: 2, md: 3 },
        py: 2,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Row wrap gap={1.5}>
        <Button component={Link} to={PATHS.missing} size="small" startIcon={<ArrowLeft size={14} />}>
          {t('back')}
        </Button>
        <Text component="h1" size="title" breaks>
          {one.entity_name}
        </Text>
        <CaseChip state={one.state} />
        <Span tone="secondary" tabular>
          {one.number}
        </Span>
        <CaseClock missingCase={one} />
        <GuideLink guide="search" />
      </Row>
      <Row wrap>
        {position && (
          <Button component="a" href={geoLink(position)} startIcon={<Navigation size={16} />}>
            {t('navigate')}
          </Button>
        )}
        {isOpen && <ActionButton icon={Link2} label={t('share.act')} onClick={() => onAsk('share')} />}
        {evidence}
        {isOpen ? (
          <>
            <ActionButton icon={CircleSlash} label={t('close')} onClick={() => onAsk('close')} />
            <ActionButton variant="contained" icon={SearchCheck} label={t('resolve')} onClick={() => onAsk('resolve')} />
          </>
        ) : (
          <ActionButton variant="contained" icon={RotateCcw} label={t('reopen.act')} onClick={() => onAsk('reopen')} />
        )}
      </Row>
    </Box>
  )
}

const HOUR_S = 3_600
const two = (value: number) => String(Math.floor(value)).padStart(2, '0')

/** Shows how long the vehicle has been missing, to the second. For an ended case it shows the total. */
function CaseClock({ missingCase }: { missingCase: MissingCase }) {
  const { t } = useTranslation('missing')
  const now = useNow()
  const till = missingCase.ended_at === null ? now : Date.parse(missingCase.ended_at)
  const seconds = Math.max(0, Math.floor((till - Date.parse(missingCase.opened_at)) / 1_000))
  const days = Math.floor(seconds / (24 * HOUR_S))
  const clock = `${two((seconds / HOUR_S) % 24)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
  return (
    <Row gap={0.75} role="timer" aria-label={t(missingCase.ended_at === null ? 'clock' : 'clockEnded')}>
      <Span tone="secondary">{t(missingCase.ended_at === null ? 'clock' : 'clockEnded')}</Span>
      <Span weight="strong" tabular>
        {days > 0 ? t('days', { ...counted(days), clock }) : clock}
      </Span>
    </Row>
  )
}
